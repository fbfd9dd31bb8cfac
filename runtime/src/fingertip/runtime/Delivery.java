package fingertip.runtime;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import fingertip.runtime.wire.Call;
import java.util.List;
import java.util.function.Supplier;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowBroadcastPendingResult;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** One broadcast on its way from receiver to receiver: each sees what the one before made of it, the phone hears what came of it. */
final class Delivery {
  private final Handler main = new Handler(Looper.getMainLooper());
  private final int number;
  private final Intent intent;
  private final List<Target> targets;
  private int at;
  private int code;
  private String data;
  private Bundle extras;
  private boolean aborted;

  /** Who is to hear it, where and how early. */
  static final class Target {
    private final Supplier<BroadcastReceiver> receiver;
    private final Context context;
    private final Handler handler;
    private final int priority;

    Target(Supplier<BroadcastReceiver> receiver, Context context, Handler handler, int priority) {
      this.receiver = receiver;
      this.context = context;
      this.handler = handler;
      this.priority = priority;
    }
  }

  Delivery(Call call, Intent intent, List<Target> targets) {
    number = call.number("broadcast");
    this.intent = intent;
    this.targets = targets;
    code = call.number("code", 0);
    data = call.text("data", null);
    // Those that were named first come first where their priority is the same.
    targets.sort((a, b) -> Integer.compare(b.priority, a.priority));
  }

  void begin() {
    main.post(this::next);
  }

  private void next() {
    if (aborted || at >= targets.size()) {
      if (extras != null) extras.size(); // Reads it, so that it can be told.
      Session.wire().event("received", "broadcast", number, "code", code, "data", data, "extras", extras == null ? null : extras.toString(),
          "aborted", aborted);
      return;
    }
    Target target = targets.get(at++);
    Handler handler = target.handler == null ? main : target.handler;
    handler.post(() -> deliver(target));
  }

  private void deliver(Target target) {
    BroadcastReceiver receiver = target.receiver.get();
    Intent copy = new Intent(intent);
    copy.setExtrasClassLoader(Session.loader());
    BroadcastReceiver.PendingResult result = ReflectionHelpers.callStaticMethod(ShadowBroadcastPendingResult.class, "create",
        ClassParameter.from(int.class, code), ClassParameter.from(String.class, data), ClassParameter.from(Bundle.class, extras),
        ClassParameter.from(boolean.class, true));
    ShadowBroadcastPendingResult shadow = Shadow.extract(result);
    // One that goes on in the background is through when it says so.
    shadow.getFuture().addListener(() -> main.post(() -> finished(result)), Runnable::run);
    receiver.setPendingResult(result);
    try {
      receiver.onReceive(target.context, copy);
    } catch (Exception e) {
      throw new RuntimeException("Unable to start receiver " + receiver.getClass().getName() + ": " + e, e);
    }
    if (receiver.getPendingResult() != null) result.finish();
  }

  private void finished(BroadcastReceiver.PendingResult result) {
    code = result.getResultCode();
    data = result.getResultData();
    extras = result.getResultExtras(false);
    aborted = result.getAbortBroadcast();
    next();
  }
}
