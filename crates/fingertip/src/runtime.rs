//! The async runtime of the process.

use std::io;

/// Runs a future to its end on a small multi-threaded runtime, and waits for nothing else: a
/// thread may still sit in a read of stdin that never returns.
///
/// Two workers, whatever the machine has: starting them costs a tenth of a millisecond, and one
/// device that keeps a thread busy cannot hold up another.
pub fn run<F: Future>(future: F) -> io::Result<F::Output> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(output)
}
