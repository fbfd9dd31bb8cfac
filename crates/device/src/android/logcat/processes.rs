//! The table of `ps`, by its own head: columns differ by release.

use crate::Process;

/// Reads the rows that have a pid and a name.
pub(in super::super) fn processes(text: &str) -> Vec<Process> {
    let mut lines = text.lines();
    let Some(head) = lines.next() else { return Vec::new() };
    let column = |name: &str| head.split_ascii_whitespace().position(|word| word == name);
    let (Some(pid), Some(_)) = (column("PID"), column("NAME")) else { return Vec::new() };
    let row = |line: &str| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        Some(Process { pid: words.get(pid)?.parse().ok()?, app: app(words.last()?).to_owned() })
    };
    lines.filter_map(row).collect()
}

/// The app of a process: one app may have several, such as `com.x:remote`.
pub(super) fn app(name: &str) -> &str {
    name.split_once(':').map_or(name, |(app, _)| app)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_all_releases_are_read() {
        let one = |pid, app: &str| Process { pid, app: app.to_owned() };
        for table in [
            "  PID NAME\n    1 init\n 4321 com.x\n 4400 com.x:remote\n",
            "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\nroot             1     0 1 2 0 0 S init\nu0_a123       4321   345 14567890 123456 0                   0 S com.x\nu0_a123 4400 345 1 1 0 0 S com.x:remote",
            "USER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\r\nroot      1     0     8816   788   c00e1a 0001 S init\r\nu0_a12 4321 2 3 4 ffff 0 S com.x\r\nu0_a12 4400 2 3 4 ffff 0 S com.x:remote\r\n",
        ] {
            assert_eq!(processes(table), [one(1, "init"), one(4321, "com.x"), one(4400, "com.x")]);
        }
        assert!(processes("bad pid '-A'\n").is_empty() && processes("").is_empty());
    }
}
