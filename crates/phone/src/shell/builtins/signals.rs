//! The signals and their names.

pub(super) const NAMES: [&str; 31] = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
    "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
    "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "POLL", "PWR", "SYS",
];

/// A signal by number or name, with or without `SIG`.
pub(crate) fn signal_number(text: &str) -> Option<u8> {
    if let Ok(number) = text.parse::<u8>() {
        return (number <= 64).then_some(number);
    }
    let upper = text.to_ascii_uppercase();
    let wanted = upper.strip_prefix("SIG").unwrap_or(&upper);
    (1..).zip(NAMES).find(|(_, name)| *name == wanted).map(|(number, _)| number)
}

/// The name without `SIG`; those for programs to use as they like have none.
pub(super) fn name(signal: u8) -> Option<&'static str> {
    NAMES.get(usize::from(signal).checked_sub(1)?).copied()
}
