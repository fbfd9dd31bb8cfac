package fingertip.runtime.shadows;

import android.view.MotionEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** How fast a finger moves, by the rules of the native tracker: a parabola through the last 100 ms; one that rested is not moving. */
@Implements(className = "android.view.VelocityTracker")
public class PhoneVelocityTracker {
  private static final long HORIZON = 100;
  private static final long STOPPED = 40;
  private static final int MOST = 20;
  private static final int ACTIVE = -1;

  private final Map<Integer, Deque<double[]>> samples = new HashMap<>();
  private final Map<Integer, float[]> velocities = new HashMap<>();
  private long last;
  private int active = ACTIVE;

  @Implementation
  protected void clear() {
    samples.clear();
    velocities.clear();
    active = ACTIVE;
  }

  @Implementation
  protected void addMovement(MotionEvent event) {
    int action = event.getActionMasked();
    if (action == MotionEvent.ACTION_DOWN) clear();
    if (event.getEventTime() - last > STOPPED) samples.clear();
    last = event.getEventTime();
    if (action != MotionEvent.ACTION_DOWN && action != MotionEvent.ACTION_MOVE && action != MotionEvent.ACTION_POINTER_DOWN) return;
    for (int pointer = 0; pointer < event.getPointerCount(); pointer++) {
      Deque<double[]> known = samples.computeIfAbsent(event.getPointerId(pointer), id -> new ArrayDeque<>());
      for (int i = 0; i < event.getHistorySize(); i++) {
        add(known, event.getHistoricalEventTime(i), event.getHistoricalX(pointer, i), event.getHistoricalY(pointer, i));
      }
      add(known, event.getEventTime(), event.getX(pointer), event.getY(pointer));
      if (active == ACTIVE) active = event.getPointerId(pointer);
    }
  }

  private static void add(Deque<double[]> known, long time, float x, float y) {
    known.addLast(new double[] {time, x, y});
    while (known.size() > MOST) known.removeFirst();
  }

  @Implementation
  protected void computeCurrentVelocity(int units) {
    computeCurrentVelocity(units, Float.MAX_VALUE);
  }

  @Implementation
  protected void computeCurrentVelocity(int units, float most) {
    velocities.clear();
    samples.forEach((id, known) -> velocities.put(id, new float[] {
        limited(slope(known, 1) * units, most), limited(slope(known, 2) * units, most)}));
  }

  private static float limited(double value, float most) {
    return (float) Math.max(-most, Math.min(most, value));
  }

  /** The curve's slope at the newest sample, per millisecond: least squares of degree two, or less where there are few samples. */
  private static double slope(Deque<double[]> known, int axis) {
    if (known.size() < 2) return 0;
    double[] newest = known.peekLast();
    // Sums for the normal equations of a + b t + c t².
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, y0 = 0, y1 = 0, y2 = 0;
    for (double[] sample : known) {
      double t = sample[0] - newest[0];
      if (-t > HORIZON) continue;
      double value = sample[axis] - newest[axis];
      s0++;
      s1 += t;
      s2 += t * t;
      s3 += t * t * t;
      s4 += t * t * t * t;
      y0 += value;
      y1 += value * t;
      y2 += value * t * t;
    }
    if (s0 < 2) return 0;
    double whole = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s3 * s2) + s2 * (s1 * s3 - s2 * s2);
    if (s0 >= 3 && Math.abs(whole) > 1e-9) return (s0 * (y1 * s4 - s3 * y2) - y0 * (s1 * s4 - s3 * s2) + s2 * (s1 * y2 - y1 * s2)) / whole;
    double line = s0 * s2 - s1 * s1;
    return Math.abs(line) < 1e-9 ? 0 : (s0 * y1 - s1 * y0) / line;
  }

  @Implementation
  protected float getXVelocity() {
    return getXVelocity(ACTIVE);
  }

  @Implementation
  protected float getYVelocity() {
    return getYVelocity(ACTIVE);
  }

  @Implementation
  protected float getXVelocity(int id) {
    return velocity(id, 0);
  }

  @Implementation
  protected float getYVelocity(int id) {
    return velocity(id, 1);
  }

  @Implementation(minSdk = 34)
  protected float getAxisVelocity(int axis, int id) {
    return axis == MotionEvent.AXIS_X || axis == MotionEvent.AXIS_Y ? velocity(id, axis) : 0;
  }

  @Implementation(minSdk = 34)
  protected float getAxisVelocity(int axis) {
    return getAxisVelocity(axis, ACTIVE);
  }

  private float velocity(int id, int axis) {
    float[] velocity = velocities.get(id == ACTIVE ? active : id);
    return velocity == null ? 0 : velocity[axis];
  }
}
