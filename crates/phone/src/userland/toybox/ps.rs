//! `ps`: the process table.

use crate::android;
use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    if arguments.iter().any(|word| word == "--help") {
        process.print("usage: ps [-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]\n").await?;
        return Ok(0);
    }
    let options = options!(process, arguments, "AadefLlnwZTg:k:o:O:p:t:u:");
    let mut rows = process.android().processes();
    let pids: Vec<&str> = options.values('p').flat_map(|list| list.split(',')).collect();
    let users: Vec<&str> = options.values('u').flat_map(|list| list.split(',')).collect();
    if !pids.is_empty() {
        rows.retain(|row| pids.contains(&row.pid.to_string().as_str()));
    } else if !users.is_empty() {
        rows.retain(|row| {
            users.contains(&row.user().as_str()) || users.contains(&row.uid.to_string().as_str())
        });
    } else if !options.has('A') && !options.has('e') {
        // Only what belongs to the user and the terminal.
        rows.retain(|row| row.uid == process.who.uid && row.name != "adbd");
    }
    let default = if options.has('f') { FULL } else { LONG };
    let chosen: Vec<(&str, Option<&str>)> = match options.values('o').collect::<Vec<_>>().as_slice()
    {
        [] => default.split(',').map(|field| (field, None)).collect(),
        lists => {
            let mut fields = Vec::new();
            for list in lists {
                // `pid=TITLE` takes the rest of the list as the title.
                let mut rest = *list;
                while !rest.is_empty() {
                    let end = rest.find([',', '=']).unwrap_or(rest.len());
                    if rest[end..].starts_with('=') {
                        fields.push((&rest[..end], Some(&rest[end + 1..])));
                        break;
                    }
                    fields.push((&rest[..end], None));
                    rest = rest[end..].trim_start_matches(',');
                }
            }
            fields
        }
    };
    let mut columns = Vec::new();
    for (name, title) in chosen {
        match FIELDS.iter().find(|field| field.name.eq_ignore_ascii_case(name)) {
            Some(field) => columns.push((field, title.unwrap_or(field.name))),
            None => return process.fail("ps", format!("bad -o {name}")).await,
        }
    }
    let mut text = String::new();
    if columns.iter().any(|(_, title)| !title.is_empty()) {
        let cells: Vec<String> = columns.iter().map(|(_, title)| (*title).to_owned()).collect();
        text.push_str(&line(&columns, &cells));
    }
    for row in &rows {
        let cells: Vec<String> = columns.iter().map(|(field, _)| (field.value)(row)).collect();
        text.push_str(&line(&columns, &cells));
    }
    process.print(text).await?;
    // A pid that is not there is an error.
    Ok(u8::from(rows.is_empty() && !pids.is_empty()))
}

const LONG: &str = "USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME";
const FULL: &str = "UID,PID,PPID,C,STIME,TTY,TIME,CMD";

struct Field {
    name: &'static str,
    /// Negative: left-aligned.
    width: isize,
    value: fn(&android::Process) -> String,
}

const FIELDS: [Field; 21] = [
    Field { name: "USER", width: -12, value: android::Process::user },
    Field { name: "UID", width: -14, value: android::Process::user },
    Field { name: "PID", width: 5, value: |row| row.pid.to_string() },
    Field { name: "PPID", width: 5, value: |row| row.ppid.to_string() },
    Field { name: "VSZ", width: 7, value: |row| row.vsz_kb.to_string() },
    Field { name: "VSIZE", width: 7, value: |row| row.vsz_kb.to_string() },
    Field { name: "RSS", width: 6, value: |row| row.rss_kb.to_string() },
    Field { name: "WCHAN", width: -15, value: |_| "0".to_owned() },
    Field { name: "ADDR", width: 5, value: |_| "0".to_owned() },
    Field { name: "S", width: 1, value: |_| "S".to_owned() },
    Field { name: "STAT", width: -5, value: |_| "S".to_owned() },
    Field { name: "C", width: 1, value: |_| "0".to_owned() },
    Field { name: "STIME", width: -5, value: |_| "00:00".to_owned() },
    Field { name: "TTY", width: -8, value: |_| "?".to_owned() },
    Field { name: "TIME", width: 8, value: |_| "00:00:00".to_owned() },
    Field { name: "NAME", width: -27, value: |row| row.name.clone() },
    Field { name: "CMD", width: -27, value: |row| row.name.clone() },
    Field { name: "ARGS", width: -27, value: |row| row.name.clone() },
    Field { name: "COMM", width: -27, value: |row| row.name.chars().take(15).collect() },
    Field { name: "CMDLINE", width: -27, value: |row| row.name.clone() },
    Field { name: "TID", width: 5, value: |row| row.pid.to_string() },
];

fn line(columns: &[(&Field, &str)], cells: &[String]) -> String {
    let mut text = String::new();
    for (index, ((field, _), cell)) in columns.iter().zip(cells).enumerate() {
        let width = field.width.unsigned_abs();
        let last = index + 1 == columns.len();
        match (last, field.width < 0) {
            (true, true) => text.push_str(cell),
            (_, true) => append!(text, "{cell:<width$}"),
            (_, false) => append!(text, "{cell:>width$}"),
        }
        if !last {
            text.push(' ');
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use crate::shell::tests::{process, run_in};

    #[tokio::test(start_paused = true)]
    async fn apps_have_their_name_in_the_ninth_column() {
        let phone = process();
        let all = run_in(&phone, "ps -A", b"").await.out;
        assert!(
            all.starts_with("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME")
        );
        assert_eq!(run_in(&phone, "ps -e", b"").await.out.lines().count(), all.lines().count());
        let names: Vec<&str> = all
            .lines()
            .filter(|line| line.starts_with('u'))
            .filter_map(|line| line.split_whitespace().nth(8))
            .collect();
        assert!(names.contains(&"com.android.launcher3"), "{all}");
    }

    #[tokio::test(start_paused = true)]
    async fn processes_are_found_and_not_everyones_to_kill() {
        let phone = process();
        let check = async |script: &str, out: &str, err: &str, status: u8| {
            let ran = run_in(&phone, script, b"").await;
            assert_eq!(
                (ran.out.as_str(), ran.err.as_str(), ran.status),
                (out, err, status),
                "{script}"
            );
        };
        check(
            "[ $(ps -o pid= -p $(pidof -s system_server)) = $(pgrep -f system_serv) ]",
            "",
            "",
            0,
        )
        .await;
        check("ps -o pid= -p 99999", "", "", 1).await;
        check("pidof com.nosuch", "", "", 1).await;
        check("/system/bin/kill 99999", "", "kill: 99999: No such process\n", 1).await;
        check("/system/bin/kill -9 1", "", "kill: 1: Operation not permitted\n", 1).await;
        check("sleep 100 & killall -INT sleep; wait $!; echo $?", "130\n", "", 0).await;
    }
}
