//! Does the first STEPS steps with a screen of NODES nodes, TIMES times, for its instructions to be counted.

use std::process::ExitCode;

fn main() -> ExitCode {
    let numbers: Vec<usize> =
        std::env::args().skip(1).filter_map(|number| number.parse().ok()).collect();
    let [nodes, steps, times] = numbers[..] else { return ExitCode::from(2) };
    let dump = bench::screens::rows(nodes);
    for _ in 0..times {
        if std::hint::black_box(bench::steps::run(dump.as_bytes(), steps)).is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
