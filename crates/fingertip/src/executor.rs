//! The async runtime of the process.

use std::io;

/// Runs a future to its end on one thread, and waits for nothing else: another thread may still sit
/// in a read of stdin that never returns.
///
/// One thread, because the work is waiting: a call then costs no wake-up of another thread, and calls
/// begin in the order in which they came. What computes for long (pictures) has threads of its own.
pub fn run<F: Future>(future: F) -> io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(output)
}
