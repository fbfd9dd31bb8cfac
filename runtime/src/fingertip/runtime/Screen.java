package fingertip.runtime;

import android.app.ActivityThread;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.graphics.Bitmap;
import android.graphics.Rect;
import android.hardware.display.DisplayManagerGlobal;
import android.os.Build;
import android.os.LocaleList;
import android.util.DisplayMetrics;
import android.view.Display;
import android.view.DisplayInfo;
import java.util.Locale;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.Bootstrap;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The display and the configuration as the phone gives them, and how the framework is told. */
public final class Screen {
  public final int width;
  public final int height;
  public final int density;
  public final int rotation;
  public final int statusBar;
  public final int navigationBar;
  public final int keyboard;
  private final float fontScale;
  private final boolean night;
  private final String locale;

  Screen(Map<String, Object> config) {
    width = number(config, "width", 1080);
    height = number(config, "height", 2400);
    density = number(config, "density", 420);
    rotation = number(config, "rotation", 0);
    statusBar = number(config, "statusBar", 0);
    navigationBar = number(config, "navigationBar", 0);
    keyboard = number(config, "keyboard", 0);
    Object scale = config.get("fontScale");
    fontScale = scale instanceof Number ? ((Number) scale).floatValue() : 1;
    night = Boolean.TRUE.equals(config.get("night"));
    Object tag = config.get("locale");
    locale = tag instanceof String && !((String) tag).isEmpty() ? (String) tag : "en-US";
    if (width < 1 || height < 1 || density < 72 || width > 8192 || height > 8192 || density > 1000) {
      throw new Refused("a display of " + width + "x" + height + " at " + density + " dpi");
    }
  }

  private static int number(Map<String, Object> config, String name, int otherwise) {
    return config.get(name) instanceof Number ? ((Number) config.get(name)).intValue() : otherwise;
  }

  Configuration configuration() {
    Configuration c = new Configuration();
    c.setToDefaults();
    c.fontScale = fontScale;
    c.setLocales(LocaleList.forLanguageTags(locale));
    c.densityDpi = density;
    // Up to API 34 the configuration's height is what is left between the bars.
    int bars = Build.VERSION.SDK_INT >= 35 ? 0 : statusBar + navigationBar;
    c.screenWidthDp = width * 160 / density;
    c.screenHeightDp = (height - bars) * 160 / density;
    c.smallestScreenWidthDp = Math.min(width, height) * 160 / density;
    c.orientation = width <= height ? Configuration.ORIENTATION_PORTRAIT : Configuration.ORIENTATION_LANDSCAPE;
    c.screenLayout = Configuration.reduceScreenLayout(
        Configuration.SCREENLAYOUT_LONG_YES | Configuration.SCREENLAYOUT_SIZE_XLARGE | Configuration.SCREENLAYOUT_ROUND_NO,
        Math.max(c.screenWidthDp, c.screenHeightDp), Math.min(c.screenWidthDp, c.screenHeightDp));
    c.setLayoutDirection(Locale.forLanguageTag(locale));
    c.uiMode = Configuration.UI_MODE_TYPE_NORMAL | (night ? Configuration.UI_MODE_NIGHT_YES : Configuration.UI_MODE_NIGHT_NO);
    c.touchscreen = Configuration.TOUCHSCREEN_FINGER;
    c.keyboard = Configuration.KEYBOARD_NOKEYS;
    c.keyboardHidden = Configuration.KEYBOARDHIDDEN_NO;
    c.hardKeyboardHidden = Configuration.HARDKEYBOARDHIDDEN_YES;
    c.navigation = Configuration.NAVIGATION_NONAV;
    c.navigationHidden = Configuration.NAVIGATIONHIDDEN_YES;
    c.colorMode = Configuration.COLOR_MODE_HDR_NO | Configuration.COLOR_MODE_WIDE_COLOR_GAMUT_NO;
    Rect all = new Rect(0, 0, width, height);
    c.windowConfiguration.setAppBounds(all);
    if (Build.VERSION.SDK_INT >= 29) c.windowConfiguration.setBounds(all);
    if (Build.VERSION.SDK_INT >= 31) c.windowConfiguration.setMaxBounds(all);
    if (Build.VERSION.SDK_INT >= 29) c.windowConfiguration.setRotation(rotation);
    return c;
  }

  private DisplayMetrics metrics() {
    DisplayMetrics m = new DisplayMetrics();
    m.widthPixels = m.noncompatWidthPixels = width;
    m.heightPixels = m.noncompatHeightPixels = height;
    m.densityDpi = m.noncompatDensityDpi = density;
    m.density = m.noncompatDensity = density / 160f;
    m.scaledDensity = m.noncompatScaledDensity = m.density * fontScale;
    m.xdpi = m.noncompatXdpi = density;
    m.ydpi = m.noncompatYdpi = density;
    return m;
  }

  /** Tells the framework, before there is an app. */
  Configuration begin() {
    Configuration configuration = configuration();
    Bootstrap.setDisplayConfiguration(configuration, metrics());
    Bootstrap.setUpDisplay();
    display();
    general(configuration);
    return configuration;
  }

  /** Tells the framework and all resources of the app. */
  Configuration change() {
    Configuration configuration = configuration();
    display();
    ((ActivityThread) RuntimeEnvironment.getActivityThread()).applyConfigurationToResources(configuration);
    general(configuration);
    return configuration;
  }

  private void general(Configuration configuration) {
    Bitmap.setDefaultDensity(density);
    Locale.setDefault(configuration.getLocales().get(0));
    LocaleList.setDefault(configuration.getLocales());
    Resources.getSystem().updateConfiguration(configuration, metrics());
  }

  private void display() {
    DisplayInfo info = new DisplayInfo(DisplayManagerGlobal.getInstance().getDisplayInfo(Display.DEFAULT_DISPLAY));
    info.appWidth = info.logicalWidth = info.largestNominalAppWidth = width;
    info.appHeight = info.logicalHeight = info.largestNominalAppHeight = height;
    info.smallestNominalAppWidth = info.smallestNominalAppHeight = Math.min(width, height);
    info.largestNominalAppWidth = info.largestNominalAppHeight = Math.max(width, height);
    info.rotation = rotation;
    info.logicalDensityDpi = density;
    info.physicalXDpi = info.physicalYDpi = density;
    info.supportedModes = new Display.Mode[] {new Display.Mode(0, width, height, 60)};
    Object global = Shadow.extract(DisplayManagerGlobal.getInstance());
    ReflectionHelpers.callInstanceMethod(global, "changeDisplay",
        ClassParameter.from(int.class, Display.DEFAULT_DISPLAY), ClassParameter.from(DisplayInfo.class, info));
  }
}
