package fingertip.runtime.shadows;

import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;
import android.widget.Toast;
import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowToast;
import org.robolectric.util.ReflectionHelpers;

/** A toast's text; it is the phone that shows it. */
@Implements(className = "android.widget.Toast")
public class PhoneToast extends ShadowToast {
  @RealObject private Toast toast;

  @Override
  @Implementation
  protected void show() {
    String text = ReflectionHelpers.getField(this, "text");
    StringBuilder all = new StringBuilder(text == null ? "" : text);
    View view = getView();
    if (all.length() == 0 && view != null) collect(view, all);
    Session.wire().event("toast", "text", all.toString(), "long", toast.getDuration() == Toast.LENGTH_LONG);
  }

  private static void collect(View view, StringBuilder out) {
    if (view instanceof TextView && ((TextView) view).getText().length() > 0) {
      if (out.length() > 0) out.append('\n');
      out.append(((TextView) view).getText());
    } else if (view instanceof ViewGroup) {
      for (int i = 0; i < ((ViewGroup) view).getChildCount(); i++) collect(((ViewGroup) view).getChildAt(i), out);
    }
  }
}
