//! The console as a client at its port meets it.

use super::Access;
use super::session::{Console, serve};
use crate::adbd::{Adbd, Event};
use crate::android::Rotation;
use crate::files::Files;
use crate::process::Machine;
use crate::sockets::Sockets;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_util::sync::CancellationToken;

struct Bench {
    console: Console,
    token: String,
    off: CancellationToken,
    _home: tempfile::TempDir,
}

fn bench() -> Bench {
    let home = tempfile::tempdir().unwrap();
    let access = Access::in_home(home.path()).unwrap();
    let token = std::fs::read_to_string(access.file()).unwrap();
    let (android, sockets, off) =
        (crate::android::Builder::default().start(), Sockets::default(), CancellationToken::new());
    android.set_avd_name("Pixel_7");
    let image = crate::phone::system_image(&android, &sockets);
    let faults = crate::faults::InForce::new(crate::faults::Profile::default(), 0);
    let files = Files::temporary(image, faults.clone()).unwrap();
    let machine = Machine::new(android, files, sockets, faults, off.clone());
    Bench { console: Console::new(Adbd::new(machine), access), token, off, _home: home }
}

/// What the console says after the greeting and the token.
async fn say(bench: &Bench, lines: &str) -> String {
    let all = raw(bench, &format!("auth {}\n{lines}\nquit\n", bench.token)).await;
    let (_, said) = all.split_once("for a list of commands\r\nOK\r\n").unwrap();
    said.to_owned()
}

async fn raw(bench: &Bench, lines: &str) -> String {
    let (mut near, far) = tokio::io::duplex(1 << 16);
    let serving = tokio::spawn(serve(bench.console.clone(), far, "here".to_owned()));
    near.write_all(lines.as_bytes()).await.unwrap();
    let mut said = String::new();
    near.read_to_string(&mut said).await.unwrap();
    serving.await.unwrap();
    said
}

async fn check(bench: &Bench, line: &str, expected: &str) {
    assert_eq!(say(bench, line).await, expected, "{line}");
}

#[tokio::test]
async fn nobody_gets_in_without_the_token() {
    let bench = bench();
    let said = raw(&bench, "avd name\nauth\nauth wrong\nping\nkill\nquit\n").await;
    let (greeting, rest) = said.split_once("OK\r\n").unwrap();
    assert!(greeting.starts_with("Android Console: Authentication required\r\n"), "{greeting}");
    assert!(greeting.ends_with(".emulator_console_auth_token'\r\n"), "{greeting}");
    let expected = "KO: unknown command, try 'help'\r\n\
        KO: missing authentication token; see ~/.emulator_console_auth_token\r\n\
        KO: authentication token does not match ~/.emulator_console_auth_token\r\n\
        I am alive!\r\nOK\r\nKO: unknown command, try 'help'\r\n";
    assert_eq!(rest, expected);
    assert!(!bench.off.is_cancelled());
}

#[tokio::test]
async fn the_device_is_named_stopped_and_started() {
    let bench = bench();
    check(&bench, "avd name", "Pixel_7\r\nOK\r\n").await;
    check(&bench, "avd status", "virtual device is running\r\nOK\r\n").await;
    check(&bench, "avd start", "KO: virtual device already running\r\n").await;
    check(&bench, "avd stop\navd stop", "OK\r\nKO: virtual device already stopped\r\n").await;
    check(&bench, "avd status", "virtual device is stopped\r\nOK\r\n").await;
    check(&bench, "avd start", "OK\r\n").await;
    let said = say(&bench, "avd").await;
    assert!(said.contains("available sub-commands:\r\n   stop "), "{said}");
    assert!(said.ends_with("\r\nKO: missing sub-command\r\n"), "{said}");
    assert!(say(&bench, "avd fly").await.ends_with("KO:  bad sub-command\r\n"));
}

#[tokio::test]
async fn kill_switches_the_phone_off() {
    let bench = bench();
    let said = raw(&bench, &format!("auth {}\nkill\nping\n", bench.token)).await;
    assert!(said.ends_with("OK: killing emulator, bye bye\r\n"), "{said}");
    assert!(bench.off.is_cancelled());
}

#[tokio::test]
async fn the_battery_is_the_phones() {
    let bench = bench();
    let shown = "AC: online\r\nstatus: Not charging\r\nhealth: Good\r\npresent: true\r\ncapacity: 7\r\nOK\r\n";
    let change = "power ac on\npower status not-charging\npower capacity 7\npower display";
    check(&bench, change, &format!("OK\r\nOK\r\nOK\r\n{shown}")).await;
    let battery = bench.console.android().battery();
    assert_eq!((battery.ac, battery.status, battery.level), (true, 4, 7));
    for (line, usage) in [
        ("power ac", "\"ac on\" or \"ac off\""),
        ("power capacity 101", "\"capacity <percentage>\""),
        ("power present maybe", "\"present true\" or \"present false\""),
        ("power health fine", "\"health unknown|good|overheat|dead|overvoltage|failure\""),
    ] {
        check(&bench, line, &format!("KO: Usage: {usage}\r\n")).await;
    }
}

#[tokio::test]
async fn a_quarter_turn_is_clockwise() {
    let bench = bench();
    for rotation in [Rotation::Seascape, Rotation::UpsideDown, Rotation::Landscape] {
        check(&bench, "rotate", "OK\r\n").await;
        assert_eq!(bench.console.android().display().rotation, rotation);
    }
}

#[tokio::test]
async fn a_message_is_shown() {
    let bench = bench();
    check(&bench, "sms send +4917 your code: 1234", "OK\r\n").await;
    let posted = bench.console.android().notifications().remove(0);
    assert_eq!((posted.title.as_str(), posted.text.as_str()), ("+4917", "your code: 1234"));
    let missing = "KO: missing argument, try 'sms send <phonenumber> <text message>'\r\n";
    check(&bench, "sms send 17", missing).await;
    check(&bench, "sms send Bob hi", "KO: bad phone number format, must be [+](0-9)*\r\n").await;
}

#[tokio::test]
async fn the_network_keeps_what_it_was_told() {
    let bench = bench();
    let status = "Current network status:\r\n  download speed:      57600 bits/s (7.2 KB/s)\r\n  upload speed:        28800 bits/s (3.6 KB/s)\r\n  minimum latency:  5 ms\r\n  maximum latency:  10 ms\r\nOK\r\n";
    let lines = "network speed gprs\nnetwork delay 5:10\nnetwork status";
    check(&bench, lines, &format!("OK\r\nOK\r\n{status}")).await;
    let pace = bench.console.android().pace();
    assert_eq!((pace.least, pace.most), (5, 10), "what apps' calls go by");
    let invalid = "KO: invalid <speed> argument, see 'help network speed' for valid values\r\n";
    for wrong in ["1:2:3", "fast", "-1", "nan", "inf"] {
        check(&bench, &format!("network speed {wrong}"), invalid).await;
    }
    let invalid = "KO: invalid <delay> argument, see 'help network delay' for valid values\r\n";
    check(&bench, "network delay 9:1", invalid).await;
    check(&bench, "network delay", "KO: missing <delay> argument, see 'help network delay'\r\n")
        .await;
}

#[tokio::test]
async fn what_the_phone_does_not_have_is_refused() {
    let bench = bench();
    check(&bench, "geo fix 8.5", "KO: not enough arguments: see 'help geo fix' for details\r\n")
        .await;
    check(&bench, "geo fix x 1", "KO: argument 'x' is not a number\r\n").await;
    check(&bench, "geo fix 8.5 47.3", "KO: no GPS emulation in this virtual device\r\n").await;
    check(&bench, "gsm call 123", "KO: unknown command, try 'help'\r\n").await;
    check(&bench, &"x".repeat(9000), "KO: command too long\r\n").await;
}

#[tokio::test(start_paused = true)]
async fn whoever_listens_hears_what_was_told_but_no_token() {
    let bench = bench();
    let mut events = bench.console.adbd().events();
    say(&bench, " avd name \ngeo fix 1 2").await;
    let mut heard = Vec::new();
    while let Ok(event) = events.try_recv() {
        heard.push(event);
    }
    let told = |command: &str, refused: Option<&str>| Event::ConsoleCommand {
        connection: 1,
        command: command.to_owned(),
        refused: refused.map(str::to_owned),
        took: std::time::Duration::ZERO,
    };
    let expected = [
        Event::ConsoleConnected { connection: 1, from: "here".to_owned() },
        told("auth …", None),
        told("avd name", None),
        told("geo fix 1 2", Some("no GPS emulation in this virtual device")),
        told("quit", None),
        Event::Disconnected { connection: 1 },
    ];
    assert_eq!(heard, expected);
}

#[tokio::test]
async fn help_tells_of_every_command() {
    let bench = bench();
    let all = say(&bench, "help").await;
    assert!(
        all.starts_with("Android console command help:\r\n\r\n    help|h|?         print"),
        "{all}"
    );
    for command in super::table::AFTER {
        assert!(
            all.contains(&format!("    {:<15}  {}\r\n", command.names, command.about)),
            "{all}"
        );
    }
    let power = say(&bench, "help power").await;
    assert!(power.contains("   capacity         set battery capacity state\r\n"), "{power}");
    let ac = "'ac on|off' allows you to set the AC charging state to on or off\r\nOK\r\n";
    check(&bench, "help power ac", ac).await;
    assert!(say(&bench, "help nothing").await.ends_with("KO: unknown command\r\n"));
}
