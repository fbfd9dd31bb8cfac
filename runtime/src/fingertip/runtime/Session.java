package fingertip.runtime;

import android.os.Looper;
import fingertip.runtime.loader.AppLoader;
import fingertip.runtime.wire.Call;
import fingertip.runtime.wire.Json;
import fingertip.runtime.wire.Shared;
import fingertip.runtime.wire.Wire;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.robolectric.nativeruntime.DefaultNativeRuntimeLoader;

/** The one thread: takes a call, brings the clock to its time, does it, runs what is due, answers. */
public final class Session {
  private static final Wire WIRE = Shared.wire;
  private static final AtomicBoolean woken = new AtomicBoolean(true);
  private static final Call END = new Call(0, Json.map("do", "stop"));
  private static volatile boolean ending;
  private static Thread main;
  private static App app;
  private static AppLoader loader;
  private static Screen screen;
  private static final Activities activities = new Activities();
  private static final Windows windows = new Windows();
  private static final Keyboard keyboard = new Keyboard();
  private static final Input input = new Input();
  private static final Tree tree = new Tree();
  private static final Pixels pixels = new Pixels();

  private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

  private Session() {}

  public static Wire wire() {
    return WIRE;
  }

  public static App app() {
    return app;
  }

  public static AppLoader loader() {
    return loader;
  }

  public static Screen screen() {
    return screen;
  }

  public static Activities activities() {
    return activities;
  }

  public static Windows windows() {
    return windows;
  }

  public static Keyboard keyboard() {
    return keyboard;
  }

  public static boolean onMain() {
    return Thread.currentThread() == main;
  }

  public static boolean isMainQueue(Object queue) {
    Looper looper = Looper.getMainLooper();
    return looper != null && looper.getQueue() == queue;
  }

  static void loaded(App loadedApp) {
    app = loadedApp;
  }

  static void use(AppLoader appLoader) {
    loader = appLoader;
  }

  /** Something was posted from another thread: asks for a call, once, unless one is under way. */
  public static void wake() {
    if (woken.compareAndSet(false, true)) WIRE.event("wake");
  }

  public static void run(Call first) {
    main = Thread.currentThread();
    Thread.setDefaultUncaughtExceptionHandler(Session::crash);
    // Now, while the context's class loader is the one that sees Robolectric's resources.
    DefaultNativeRuntimeLoader.injectAndLoad();
    Session session = new Session();
    Thread reader = new Thread(session::read, "frames");
    reader.setDaemon(true);
    // An app may ask the phone while it is being loaded: the answer has to be read.
    reader.start();
    session.handle(first);
    while (true) {
      Call call;
      try {
        call = session.calls.take();
      } catch (InterruptedException e) {
        continue; // An app may interrupt its main thread; the phone's calls go on.
      }
      if (call == END) end(0);
      session.handle(call);
    }
  }

  /** What must be answered while the main thread hangs is answered here. */
  private void read() {
    try {
      for (Call call; (call = WIRE.read()) != null; ) {
        switch (call.what()) {
          case "threads":
            WIRE.answer(call.number, Json.map("trace", Traces.ofAllThreads(app == null ? "" : app.processName), "next", null));
            break;
          case "stop":
            WIRE.answer(call.number, Json.map("next", null));
            end(0);
            break;
          default:
            calls.add(call);
        }
      }
    } catch (Exception e) {
      WIRE.event("log", "level", "F", "tag", "fingertip", "text", "the frames broke: " + e, "thread", "frames");
    }
    end(0);
  }

  private void handle(Call call) {
    woken.set(true);
    Map<String, Object> answer = Json.map();
    boolean answered = false;
    try {
      if (call.now() >= 0 && app != null) Clock.advance(call.now());
      switch (call.what()) {
        case "boot": boot(call); break;
        case "load": load(call, answer); break;
        case "start": needApp(); activities.start(call); break;
        case "intent": needApp(); activities.intent(call); break;
        case "state": needApp(); activities.state(call); break;
        case "result": needApp(); activities.result(call); break;
        case "permitted": needApp(); activities.permitted(call); break;
        case "granted": needApp(); app.grant(call.list("granted")); app.explain(call.list("rationale")); break;
        case "clipboard": needApp(); app.clipboard(call.text("text")); break;
        case "configure": needApp(); configure(call); break;
        case "pointer": input.pointer(call); break;
        case "key": answer.put("used", input.key(call)); break;
        case "commit": answer.put("used", keyboard.commit(call)); break;
        case "action": answer.put("used", keyboard.action(call)); break;
        case "back": answer.put("used", input.back(call)); break;
        case "tree": tree.answer(call, answer); break;
        case "pixels": pixels.answer(call); answered = true; break;
        case "run": break;
        case "receive": needApp(); Broadcasts.receive(app, call); break;
        case "service": needApp(); answer.put("used", Services.order(call)); break;
        case "content": needApp(); Content.answer(call, answer); break;
        case "trim": needApp(); app.trim(call.number("level")); break;
        default: throw new Refused("no such call: " + call.what());
      }
      settle();
    } catch (Refused | Call.Wrong e) {
      woken.set(false);
      WIRE.fail(call.number, e.getMessage());
      return;
    } catch (Throwable e) {
      if (app == null) {
        WIRE.fail(call.number, Traces.of(e));
        end(1);
      }
      uncaught(e);
      return;
    }
    woken.set(false);
    if (answered) return;
    answer.put("next", app == null ? null : Clock.nextForPhone());
    WIRE.answer(call.number, answer);
  }

  /** Runs what is due, and tells the phone how the windows stand; a new focus may cause more of both. */
  private void settle() {
    if (app == null) return;
    for (int i = 0; i < 5; i++) {
      Clock.advance(Clock.now());
      if (!windows.update()) break;
    }
    Panning.all();
  }

  private void boot(Call call) {
    if (screen != null) throw new Refused("boot is the first call, once");
    screen = new Screen(call.object("config") == null ? Json.map() : call.object("config"));
    screen.begin();
    Warm.up();
  }

  private void load(Call call, Map<String, Object> answer) throws Exception {
    if (app != null) throw new Refused("an app is loaded already");
    Screen wanted = new Screen(call.object("config") == null ? Json.map() : call.object("config"));
    boolean booted = screen != null;
    screen = wanted;
    if (booted) screen.change();
    else screen.begin();
    Clock.begin(Math.max(0, call.now()), call.count("wall"));
    App.load(call, booted);
    answer.put("processName", app.processName);
  }

  private void configure(Call call) {
    Screen before = screen;
    if (call.object("config") == null) throw new Refused("`config` is missing");
    Screen wanted = new Screen(call.object("config"));
    screen = wanted;
    if (before.keyboard > 0 && screen.keyboard == 0) keyboard.hiddenByPhone();
    activities.configure(before, screen);
  }

  private static void needApp() {
    if (app == null) throw new Refused("no app is loaded");
  }

  /** Whoever the app has told to handle it hears first, as on a phone. */
  private static void uncaught(Throwable e) {
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
    try {
      handler.uncaughtException(thread, e);
    } catch (Throwable again) {
      crash(thread, again);
    }
    // A handler that swallows it leaves a main thread that no longer runs: a phone would show an ANR.
    crash(thread, e);
  }

  private static synchronized void crash(Thread thread, Throwable e) {
    if (ending) return;
    ending = true;
    WIRE.event("crash", "thread", thread.getName(), "trace", Traces.of(e));
    leave(1);
  }

  public static synchronized void exit(int code) {
    if (ending) return;
    ending = true;
    WIRE.event("exit", "code", code);
    leave(code);
  }

  private static synchronized void end(int code) {
    if (ending) return;
    ending = true;
    leave(code);
  }

  /** Temporary files go, hooks of the app do not run for long. */
  private static void leave(int code) {
    Thread last = new Thread(() -> {
      try {
        Thread.sleep(2000);
      } catch (InterruptedException e) {
        // Ends all the sooner.
      }
      Runtime.getRuntime().halt(code);
    }, "end");
    last.setDaemon(true);
    last.start();
    System.exit(code);
  }

}
