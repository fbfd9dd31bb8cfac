package fingertip.runtime.shadows;

/** What of the framework speaks to the phone instead of to a system service. Named by string there: no framework class is known outside the sandbox. */
public final class Shadows {
  private Shadows() {}

  public static Class<?>[] all() {
    return new Class<?>[] {
      PhoneAccessibilityManager.class,
      PhoneActivity.class,
      PhoneActivityClient.class,
      PhoneAlarmManager.class,
      PhoneApplicationPackageManager.class,
      PhoneClipboardManager.class,
      PhoneContextImpl.class,
      PhoneDisplayEventReceiver.class,
      PhoneInputMethodManager.class,
      PhoneInsetsController.class,
      PhoneKeyCharacterMap.class,
      PhoneKeyEvent.class,
      PhoneLoadedApk.class,
      PhoneLog.class,
      PhoneMessageQueue.class,
      PhoneNotificationManager.class,
      PhonePendingIntent.class,
      PhoneProcess.class,
      PhoneSearchManager.class,
      PhoneService.class,
      PhoneSettings.Global.class,
      PhoneSettings.Secure.class,
      PhoneSettings.SystemSpace.class,
      PhoneSystemClock.class,
      PhoneToast.class,
      PhoneUserManager.class,
      PhoneVelocityTracker.class,
      PhoneViewConfiguration.class,
      PhoneViewRootImpl.class,
      PhoneWebView.class,
      Plain.NumberPicker.class,
      Plain.TabActivity.class,
      Plain.TabHost.class,
      Plain.TabSpec.class,
      Plain.TabWidget.class,
    };
  }
}
