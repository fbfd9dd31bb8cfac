package fingertip.runtime.shadows;

import android.app.SearchableInfo;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowSearchManager;

/** A phone without a global search: an empty list, where Robolectric has no list at all. */
@Implements(className = "android.app.SearchManager")
public class PhoneSearchManager extends ShadowSearchManager {
  @Implementation
  protected List<SearchableInfo> getSearchablesInGlobalSearch() {
    return new ArrayList<>();
  }
}
