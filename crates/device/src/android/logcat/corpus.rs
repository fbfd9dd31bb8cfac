//! Recordings of real phones are read. Skipped where they are not at hand.

use std::path::PathBuf;

use super::Reader;
use crate::{LogEntry, Meaning, Process};

fn recordings() -> Vec<(String, String)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("DEVICE_CORPUS").map_or_else(|| beside.into(), PathBuf::from);
    let folder = corpus.join("android/logcat");
    let mut found = Vec::new();
    if !folder.is_dir() {
        eprintln!("skipped: no recordings at hand (DEVICE_CORPUS)");
        return found;
    }
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        found.push((name, decode(&std::fs::read(&path).unwrap())));
    }
    found.sort();
    found
}

/// Some were saved by a shell that writes UTF-16.
fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xff, 0xfe, rest @ ..] => {
            let units = rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            String::from_utf16_lossy(&units.collect::<Vec<_>>())
        }
        _ => String::from_utf8_lossy(bytes).trim_start_matches('\u{feff}').to_owned(),
    }
}

fn read(text: &str) -> Vec<LogEntry> {
    let (mut reader, mut entries) = (Reader::default(), Vec::new());
    reader.learn(&[Process { pid: 517, app: "system_server".to_owned() }]);
    reader.push(text.as_bytes(), &mut entries);
    entries
}

#[test]
fn lines_of_real_phones_are_read() {
    for (name, text) in recordings() {
        let long = name.starts_with("long");
        let is_line = |line: &&str| {
            let line = line.trim_end();
            let head = line.starts_with("---") || (long && line.starts_with("[ "));
            !line.is_empty() && !head
        };
        let lines = text.lines().filter(is_line).count();
        let entries = read(&format!("{text}\n"));
        let percent = match name.as_str() {
            // No log, or its lines broken in two by whatever saved it.
            "tombstone-lg-g4.txt" | "threadtime-flutter-mixed-utf16.txt" => continue,
            "threadtime-exceptions-w-utf16.txt" => 50,
            // Lines that follow in these have no head of their own.
            _ if name.starts_with("studio") => 20,
            _ if name.starts_with("brief-flutter") => 95,
            "time-retro-menu.txt" => 99,
            _ => 100,
        };
        let read = entries.len();
        assert!(read * 100 >= lines * percent, "{name}: {read} of {lines} lines");
        let fatal = |entry: &&LogEntry| entry.message.contains("FATAL EXCEPTION");
        let known = |entry: &LogEntry| matches!(entry.meaning, Meaning::Crash(_));
        let runtime = |entry: &&LogEntry| entry.tag == "AndroidRuntime";
        let unknown = entries.iter().filter(runtime).filter(fatal).find(|entry| !known(entry));
        assert_eq!(unknown, None, "{name}: every crash is known as one");
    }
}
