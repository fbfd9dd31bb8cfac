package probe.app;

import android.app.Activity;
import android.app.AppComponentFactory;
import android.content.Intent;
import android.util.Log;

public class Factory extends AppComponentFactory {
  @Override
  public Activity instantiateActivity(ClassLoader loader, String name, Intent intent) throws InstantiationException, IllegalAccessException, ClassNotFoundException {
    Log.i("probe", "factory makes " + name);
    return super.instantiateActivity(loader, name, intent);
  }
}
