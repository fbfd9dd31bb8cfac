//! Programs start programs, and futures poll futures: each level takes stack. Every few levels get one of their own.

use futures_util::future::BoxFuture;
use tokio_util::task::AbortOnDropHandle;

/// Shells, functions and programs inside one another.
pub(crate) const MAX_DEPTH: usize = 200;
const LEVELS_PER_STACK: usize = 6;

pub(crate) fn needs_own_stack(depth: usize) -> bool {
    depth.is_multiple_of(LEVELS_PER_STACK)
}

/// Runs a program; dropping the result ends it, whichever stack it is on.
pub(crate) fn on_own_stack(
    depth: usize,
    run: impl Future<Output = u8> + Send + 'static,
) -> BoxFuture<'static, u8> {
    if needs_own_stack(depth) {
        // A panic inside has been reported by the runtime; for the shell it is a crashed program.
        Box::pin(async move { AbortOnDropHandle::new(tokio::spawn(run)).await.unwrap_or(139) })
    } else {
        Box::pin(run)
    }
}
