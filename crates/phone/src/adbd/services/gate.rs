//! What a service has to pass before it starts: the latency of the phone, and the faults that strike services.

use crate::adbd::daemon::Adbd;
use crate::adbd::stream::Writer;
use crate::faults::{Fault, Word};
use crate::process::pause;

/// Waits as long as the service is held up, or until the host has closed the stream.
pub(in crate::adbd) async fn pass(adbd: &Adbd, name: &str, writer: &Writer) {
    let held_up = async {
        let faults = adbd.machine().faults();
        if faults
            .take(|fault| matches!(fault, Fault::Drop { service: Some(word) } if word.is_in(name)))
            .is_some()
        {
            writer.cut_answer();
        }
        if starts_program(name) {
            let delay = faults.shell_delay();
            if !delay.is_zero() {
                pause(delay).await;
            }
        }
        let concerned =
            |service: &Option<Word>| service.as_ref().is_none_or(|word| word.is_in(name));
        let slows =
            |fault: &Fault| matches!(fault, Fault::Slow { service, .. } if concerned(service));
        if let Some(Fault::Slow { by, .. }) = faults.take(slows).map(|hit| hit.fault) {
            pause(by).await;
        }
        let hangs = |fault: &Fault| matches!(fault, Fault::Hang { service } if concerned(service));
        if let Some(hit) = faults.take(hangs) {
            hit.over().await;
        }
    };
    tokio::select! {
        biased;
        () = writer.closed() => {}
        () = held_up => {}
    }
}

fn starts_program(name: &str) -> bool {
    let kind = name.split([':', ',']).next().unwrap_or_default();
    matches!(kind, "shell" | "exec" | "abb" | "abb_exec")
}
