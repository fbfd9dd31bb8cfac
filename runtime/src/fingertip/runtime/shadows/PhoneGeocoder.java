package fingertip.runtime.shadows;

import android.location.Address;
import android.location.Geocoder;
import java.io.IOException;
import java.util.List;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** A phone without a service that knows places by their names. */
@Implements(className = "android.location.Geocoder")
public class PhoneGeocoder {
  private static final String WHY = "Service not Available";

  @Implementation
  protected static boolean isPresent() {
    return false;
  }

  @Implementation
  protected List<Address> getFromLocation(double latitude, double longitude, int most) throws IOException {
    throw new IOException(WHY);
  }

  @Implementation
  protected List<Address> getFromLocationName(String name, int most) throws IOException {
    throw new IOException(WHY);
  }

  @Implementation
  protected List<Address> getFromLocationName(String name, int most, double south, double west, double north, double east) throws IOException {
    throw new IOException(WHY);
  }

  @Implementation(minSdk = 33)
  protected void getFromLocation(double latitude, double longitude, int most, @ClassName("android.location.Geocoder$GeocodeListener") Object listener) {
    ((Geocoder.GeocodeListener) listener).onError(WHY);
  }

  @Implementation(minSdk = 33)
  protected void getFromLocationName(String name, int most, @ClassName("android.location.Geocoder$GeocodeListener") Object listener) {
    ((Geocoder.GeocodeListener) listener).onError(WHY);
  }

  @Implementation(minSdk = 33)
  protected void getFromLocationName(String name, int most, double south, double west, double north, double east,
      @ClassName("android.location.Geocoder$GeocodeListener") Object listener) {
    ((Geocoder.GeocodeListener) listener).onError(WHY);
  }
}
