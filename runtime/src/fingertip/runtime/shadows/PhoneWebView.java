package fingertip.runtime.shadows;

import android.view.View;
import android.view.View.MeasureSpec;
import android.webkit.WebSettings;
import android.webkit.WebView;
import fingertip.runtime.Device;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowWebView;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * A page that nobody can show has its place on the screen all the same: all that is offered, as a page that is long enough takes. A browser
 * that is not there would have to say so.
 */
@Implements(className = "android.webkit.WebView")
public class PhoneWebView extends ShadowWebView {
  @RealObject private WebView view;
  private boolean described;

  @Implementation
  @Override
  protected WebSettings getSettings() {
    WebSettings settings = super.getSettings();
    if (!described) settings.setUserAgentString(Device.userAgent());
    described = true;
    return settings;
  }

  @Implementation
  protected void onMeasure(int width, int height) {
    ReflectionHelpers.callInstanceMethod(View.class, view, "setMeasuredDimension",
        ClassParameter.from(int.class, MeasureSpec.getSize(width)), ClassParameter.from(int.class, MeasureSpec.getSize(height)));
  }

  @Implementation
  protected boolean setFrame(int left, int top, int right, int bottom) {
    WebView.PrivateAccess itself = view.new PrivateAccess();
    return itself.super_setFrame(left, top, right, bottom);
  }
}
