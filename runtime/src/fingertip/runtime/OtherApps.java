package fingertip.runtime;

import android.app.ActivityManager;
import android.app.Instrumentation;
import android.content.ActivityNotFoundException;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.ResolveInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Activities of other apps: only the phone knows them, and is asked. */
public final class OtherApps {
  private OtherApps() {}

  /** What the app gets for starting an intent that leads nowhere, or where it may not go; null when it may. */
  static RuntimeException refusal(Intent intent) {
    Map<String, Object> answer = ask(intent);
    if (answer == null) return null;
    if ("denied".equals(answer.get("problem"))) return new SecurityException(String.valueOf(answer.get("text")));
    if (!"unresolved".equals(answer.get("problem"))) return null;
    try {
      // In the words of this level's framework.
      Instrumentation.checkStartActivityResult(ActivityManager.START_INTENT_NOT_RESOLVED, intent);
      return null;
    } catch (ActivityNotFoundException e) {
      return e;
    }
  }

  /** The activities of other apps that answer an intent, best first. */
  public static List<ResolveInfo> query(Intent intent) {
    List<ResolveInfo> found = new ArrayList<>();
    App app = Session.app();
    if (app == null || app.packageName.equals(packageOf(intent))) return found;
    Map<String, Object> answer = ask(intent);
    if (answer == null || !(answer.get("matches") instanceof List)) return found;
    for (Object match : (List<?>) answer.get("matches")) {
      if (!(match instanceof Map)) continue;
      Map<?, ?> activity = (Map<?, ?>) match;
      if (!app.packageName.equals(activity.get("package"))) found.add(resolved(activity));
    }
    return found;
  }

  private static String packageOf(Intent intent) {
    ComponentName component = intent.getComponent();
    return component == null ? intent.getPackage() : component.getPackageName();
  }

  private static Map<String, Object> ask(Intent intent) {
    // What it carries has no part in it.
    Intent bare = new Intent(intent);
    bare.replaceExtras((android.os.Bundle) null);
    bare.setClipData(null);
    return Session.wire().ask("resolve", "intent", Intents.write(bare));
  }

  private static ResolveInfo resolved(Map<?, ?> activity) {
    ApplicationInfo application = new ApplicationInfo();
    application.packageName = String.valueOf(activity.get("package"));
    application.flags = ApplicationInfo.FLAG_INSTALLED;
    ActivityInfo info = new ActivityInfo();
    info.packageName = application.packageName;
    info.name = String.valueOf(activity.get("class"));
    info.applicationInfo = application;
    info.exported = true;
    ResolveInfo found = new ResolveInfo();
    found.activityInfo = info;
    found.isDefault = true;
    found.nonLocalizedLabel = String.valueOf(activity.get("label"));
    info.nonLocalizedLabel = application.nonLocalizedLabel = found.nonLocalizedLabel;
    return found;
  }
}
