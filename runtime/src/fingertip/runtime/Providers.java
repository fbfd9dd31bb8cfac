package fingertip.runtime;

import android.content.ContentProvider;
import android.content.pm.PackageParser;
import android.content.pm.ProviderInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.shadows.ShadowContentResolver;

/** The app's content providers: made before the application's onCreate, the highest initOrder first. */
final class Providers {
  private static final Map<String, ContentProvider> byAuthority = new HashMap<>();

  private Providers() {}

  /** Null: this process has none of that name. */
  static ContentProvider of(String authority) {
    return byAuthority.get(authority);
  }

  static void install(App app) {
    List<ProviderInfo> infos = new ArrayList<>();
    for (PackageParser.Provider provider : app.parsed.providers) infos.add(provider.info);
    infos.sort((a, b) -> b.initOrder - a.initOrder);
    for (ProviderInfo info : infos) {
      info.applicationInfo = app.info;
      if (!info.enabled || (info.processName != null && !info.processName.equals(app.processName))) continue;
      ContentProvider provider;
      try {
        provider = app.factory.instantiateProvider(Session.loader(), info.name);
        provider.attachInfo(app.application, info);
      } catch (Exception e) {
        throw new RuntimeException("Unable to get provider " + info.name + ": " + e, e);
      }
      if (info.authority == null) continue;
      for (String authority : info.authority.split(";")) {
        byAuthority.put(authority, provider);
        ShadowContentResolver.registerProviderInternal(authority, provider);
      }
    }
  }
}
