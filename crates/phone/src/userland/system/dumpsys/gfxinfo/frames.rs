//! The frames of one process, its windows and what they hold.

use super::histogram;
use crate::android::{Android, FRAME_TIME, Frames};
use crate::screen::Size;
use crate::userland::system::dumpsys::{identity, lines::Lines, target};
use std::time::Duration;

/// One frame at 60 hertz.
const INTERVAL: Duration = Duration::from_nanos(16_666_667);
/// What a view's render node takes, in bytes.
const NODE_BYTES: usize = 1720;
const COLUMNS: [&str; 24] = [
    "Flags",
    "FrameTimelineVsyncId",
    "IntendedVsync",
    "Vsync",
    "InputEventId",
    "HandleInputStart",
    "AnimationStart",
    "PerformTraversalsStart",
    "DrawStart",
    "FrameDeadline",
    "FrameStartTime",
    "FrameInterval",
    "WorkloadTarget",
    "SyncQueued",
    "SyncStart",
    "IssueDrawCommandsStart",
    "SwapBuffers",
    "FrameCompleted",
    "DequeueBufferDuration",
    "QueueBufferDuration",
    "GpuCompleted",
    "SwapBuffersCompleted",
    "DisplayPresentTime",
    "CommandSubmissionCompleted",
];

pub(super) async fn describe(android: &Android, lines: &mut Lines, pid: u32, times: bool) {
    let frames = android.frames(pid);
    statistics(lines, &frames);
    let windows = target::windows(android, pid).await;
    let size = android.display().size();
    renderer(lines, size, windows.len());
    lines.add("Profile data in ms:\n");
    for (title, _) in &windows {
        lines.add(format_args!("\t{} (visibility=0)", root(title)));
        if times {
            profile(lines, title, &frames);
        }
    }
    lines.add("View hierarchy:\n");
    let mut total = 0;
    for (title, tree) in &windows {
        let views = tree.nodes.len();
        total += views;
        lines.add(format_args!(
            "  {}\n  {views} views, {} of render nodes\n",
            root(title),
            kilobytes(views)
        ));
    }
    lines.add(format_args!("\nTotal ViewRootImpl   : {}", windows.len()));
    lines.add(format_args!("Total attached Views : {total}"));
    lines.add(format_args!(
        "Total RenderNode     : {} (used) / {} (capacity)\n",
        kilobytes(total),
        kilobytes(total * 3)
    ));
}

fn statistics(lines: &mut Lines, frames: &Frames) {
    let total = frames.total;
    let millis = u64::try_from(FRAME_TIME.as_millis()).unwrap_or(0);
    let typical = if total == 0 { 0 } else { millis };
    lines.add(format_args!("Stats since: {}ns", frames.since.as_nanos()));
    lines.add(format_args!("Total frames rendered: {total}"));
    lines.add("Janky frames: 0 (0.00%)\nJanky frames (legacy): 0 (0.00%)");
    for percent in [50, 90, 95, 99] {
        lines.add(format_args!("{percent}th percentile: {typical}ms"));
    }
    for kind in [
        "Missed Vsync",
        "High input latency",
        "Slow UI thread",
        "Slow bitmap uploads",
        "Slow issue draw commands",
        "Frame deadline missed",
        "Frame deadline missed (legacy)",
    ] {
        lines.add(format_args!("Number {kind}: 0"));
    }
    lines.add(format_args!("HISTOGRAM: {}", histogram::frames(total, millis)));
    let gpu = u64::from(total > 0);
    for percent in [50, 90, 95, 99] {
        lines.add(format_args!("{percent}th gpu percentile: {gpu}ms"));
    }
    lines.add(format_args!("GPU HISTOGRAM: {}\n", histogram::gpu(total, 1)));
}

/// The renderer and its buffers: three for each window.
fn renderer(lines: &mut Lines, size: Size, windows: usize) {
    let area = i64::from(size.width) * i64::from(size.height);
    let buffer = area * 4;
    lines.add("Pipeline=Skia (OpenGL)\nMemory policy:");
    lines.add(format_args!("  Max surface area: {area}"));
    lines.add(format_args!("  Max resource usage: {} (x48)", megabytes(area * 48)));
    lines.add("  Background retention: 50% (altUiHidden = true)\n  GPU Context timeout: 10");
    lines.add(format_args!("Contexts: {windows} (stopped = 0)\nCPU Caches:"));
    lines.add(
        "Total CPU memory usage:\n  0 bytes, 0.00 bytes (0.00 bytes is purgeable)\nGPU Caches:",
    );
    let all = i64::try_from(windows).unwrap_or(0) * 3 * buffer;
    lines.add(format_args!(
        "Total GPU memory usage:\n  {all} bytes, {} (0.00 bytes is purgeable)\n",
        megabytes(all)
    ));
    lines.add("GraphicBufferAllocator buffers:");
    lines.add("            Handle |         Size |     W (Stride) x H | Layers |   Format |      Usage | Requestor");
    lines.add(format_args!(
        "Total allocated by GraphicBufferAllocator (estimate): {:.2} KB",
        kib(all)
    ));
    lines.add("Imported gralloc buffers:");
    lines.add(format_args!("Total imported by gralloc: {:.2}KiB\n", kib(all)));
}

/// The times of the latest frames, in nanoseconds since the phone started.
fn profile(lines: &mut Lines, title: &str, frames: &Frames) {
    lines.add(format_args!("Window: {title}"));
    statistics(lines, frames);
    lines.add(format_args!("---PROFILEDATA---\n{},", COLUMNS.join(",")));
    let first = frames.total - u64::try_from(frames.recent.len()).unwrap_or(0);
    for (number, begun) in (first + 1..).zip(&frames.recent) {
        lines.add(row(number, *begun));
    }
    lines.add("---PROFILEDATA---\n\n");
}

/// Half of the time goes to the views, the rest to the renderer.
fn row(number: u64, begun: Duration) -> String {
    let drawn = begun + FRAME_TIME / 2;
    let done = begun + FRAME_TIME;
    let at = |time: Duration| time.as_nanos().to_string();
    let columns = [
        "0".to_owned(),
        number.to_string(),
        at(begun),
        at(begun),
        "0".to_owned(),
        at(begun),
        at(begun),
        at(begun),
        at(begun),
        at(begun + INTERVAL),
        at(begun),
        at(INTERVAL),
        at(INTERVAL),
        at(drawn),
        at(drawn),
        at(drawn),
        at(done),
        at(done),
        "0".to_owned(),
        "0".to_owned(),
        at(done),
        at(done),
        at(begun + INTERVAL),
        at(done),
    ];
    format!("{},", columns.join(","))
}

fn root(title: &str) -> String {
    format!("{title}/android.view.ViewRootImpl@{}", identity::of_text("root", title))
}

fn kilobytes(views: usize) -> String {
    format!("{:.2} kB", kib(i64::try_from(views * NODE_BYTES).unwrap_or(0)))
}

#[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
fn kib(bytes: i64) -> f64 {
    bytes as f64 / 1024.0
}

fn megabytes(bytes: i64) -> String {
    format!("{:.2}MB", kib(bytes) / 1024.0)
}
