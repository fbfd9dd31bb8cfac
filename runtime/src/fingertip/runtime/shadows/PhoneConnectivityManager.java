package fingertip.runtime.shadows;

import android.content.Context;
import android.net.ConnectivityManager;
import android.net.ConnectivityManager.NetworkCallback;
import android.net.IConnectivityManager;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.net.NetworkRequest;
import android.os.Build;
import android.os.Handler;
import android.os.HandlerThread;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowConnectivityManager;
import org.robolectric.shadows.ShadowNetworkCapabilities;
import org.robolectric.shadows.ShadowNetworkInfo;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** A Wi-Fi where the app may reach the network, else a phone that is offline. */
@Implements(className = "android.net.ConnectivityManager")
public class PhoneConnectivityManager extends ShadowConnectivityManager {
  private static final int[] ABLE = {
    NetworkCapabilities.NET_CAPABILITY_INTERNET, NetworkCapabilities.NET_CAPABILITY_VALIDATED, NetworkCapabilities.NET_CAPABILITY_NOT_METERED,
    NetworkCapabilities.NET_CAPABILITY_NOT_RESTRICTED, NetworkCapabilities.NET_CAPABILITY_TRUSTED, NetworkCapabilities.NET_CAPABILITY_NOT_VPN,
    NetworkCapabilities.NET_CAPABILITY_NOT_ROAMING, NetworkCapabilities.NET_CAPABILITY_FOREGROUND, NetworkCapabilities.NET_CAPABILITY_NOT_CONGESTED,
    NetworkCapabilities.NET_CAPABILITY_NOT_SUSPENDED,
  };
  private static Handler thread;

  /** Who hears of the network already: one way to ask leads to another here. */
  private static final Set<NetworkCallback> TOLD = Collections.synchronizedSet(new HashSet<>());

  @RealObject private ConnectivityManager itself;

  @Implementation
  protected void __constructor__(Context context, IConnectivityManager service) {
    Shadow.invokeConstructor(ConnectivityManager.class, itself, ClassParameter.from(Context.class, context), ClassParameter.from(IConnectivityManager.class, service));
    describe(itself);
  }

  /** How the phone stands. */
  private static void describe(ConnectivityManager manager) {
    ShadowConnectivityManager shadow = Shadow.extract(manager);
    boolean up = fingertip.runtime.Network.isUp();
    shadow.clearAllNetworks();
    shadow.setNetworkInfo(ConnectivityManager.TYPE_MOBILE,
        ShadowNetworkInfo.newInstance(NetworkInfo.DetailedState.DISCONNECTED, ConnectivityManager.TYPE_MOBILE, 0, true, NetworkInfo.State.DISCONNECTED));
    NetworkInfo wifi = ShadowNetworkInfo.newInstance(up ? NetworkInfo.DetailedState.CONNECTED : NetworkInfo.DetailedState.DISCONNECTED,
        ConnectivityManager.TYPE_WIFI, 0, up, up ? NetworkInfo.State.CONNECTED : NetworkInfo.State.DISCONNECTED);
    shadow.setNetworkInfo(ConnectivityManager.TYPE_WIFI, wifi);
    shadow.setActiveNetworkInfo(up ? wifi : null);
    if (!up) {
      shadow.clearAllNetworks();
      return;
    }
    Network network = manager.getActiveNetwork();
    NetworkCapabilities able = ShadowNetworkCapabilities.newInstance();
    ShadowNetworkCapabilities shadowed = Shadow.extract(able);
    shadowed.addTransportType(NetworkCapabilities.TRANSPORT_WIFI);
    for (int one : ABLE) shadowed.addCapability(one);
    shadow.setNetworkCapabilities(network, able);
    LinkProperties link = new LinkProperties();
    link.setInterfaceName("wlan0");
    shadow.setLinkProperties(network, link);
  }

  @Override
  @Implementation
  protected void registerNetworkCallback(NetworkRequest request, NetworkCallback callback) {
    super.registerNetworkCallback(request, callback);
    tell(request, callback, null);
  }

  @Override
  @Implementation
  protected void registerNetworkCallback(NetworkRequest request, NetworkCallback callback, Handler handler) {
    super.registerNetworkCallback(request, callback, handler);
    tell(request, callback, handler);
  }

  @Override
  @Implementation
  protected void requestNetwork(NetworkRequest request, NetworkCallback callback) {
    super.requestNetwork(request, callback);
    tell(request, callback, null);
  }

  @Override
  @Implementation
  protected void requestNetwork(NetworkRequest request, NetworkCallback callback, int timeout) {
    super.requestNetwork(request, callback, timeout);
    tell(request, callback, null);
  }

  @Override
  @Implementation
  protected void requestNetwork(NetworkRequest request, NetworkCallback callback, Handler handler) {
    super.requestNetwork(request, callback, handler);
    tell(request, callback, handler);
  }

  @Override
  @Implementation
  protected void requestNetwork(NetworkRequest request, NetworkCallback callback, Handler handler, int timeout) {
    super.requestNetwork(request, callback, handler, timeout);
    tell(request, callback, handler);
  }

  @Override
  @Implementation
  protected void registerDefaultNetworkCallback(NetworkCallback callback) {
    super.registerDefaultNetworkCallback(callback);
    tell(null, callback, null);
  }

  @Override
  @Implementation
  protected void registerDefaultNetworkCallback(NetworkCallback callback, Handler handler) {
    super.registerDefaultNetworkCallback(callback, handler);
    tell(null, callback, handler);
  }

  @Override
  @Implementation(minSdk = 31)
  protected void registerBestMatchingNetworkCallback(NetworkRequest request, NetworkCallback callback, Handler handler) {
    super.registerBestMatchingNetworkCallback(request, callback, handler);
    tell(request, callback, handler);
  }

  @Implementation
  @Override
  protected boolean isActiveNetworkMetered() {
    return false;
  }

  @Override
  @Implementation
  protected void unregisterNetworkCallback(NetworkCallback callback) {
    TOLD.remove(callback);
    super.unregisterNetworkCallback(callback);
  }

  private void tell(NetworkRequest request, NetworkCallback callback, Handler handler) {
    Network network = getActiveNetwork();
    if (network == null || !TOLD.add(callback)) return;
    NetworkCapabilities able = getNetworkCapabilities(network);
    if (request != null && !matches(request, able)) return;
    (handler != null ? handler : thread()).post(() -> {
      if (!getNetworkCallbacks().contains(callback)) return;
      callback.onAvailable(network);
      callback.onCapabilitiesChanged(network, able);
      callback.onLinkPropertiesChanged(network, getLinkProperties(network));
      if (Build.VERSION.SDK_INT >= 29) callback.onBlockedStatusChanged(network, false);
    });
  }

  private static boolean matches(NetworkRequest request, NetworkCapabilities able) {
    boolean any = false;
    for (int one = 0; one <= NetworkCapabilities.TRANSPORT_LOWPAN; one++) {
      if (!request.hasTransport(one)) continue;
      if (able.hasTransport(one)) return true;
      any = true;
    }
    return !any;
  }

  /** Where a phone calls back, unless told another place. */
  private static synchronized Handler thread() {
    if (thread == null) {
      HandlerThread looper = new HandlerThread("ConnectivityThread");
      looper.start();
      thread = new Handler(looper.getLooper());
    }
    return thread;
  }
}
