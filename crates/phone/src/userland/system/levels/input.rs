//! `input`: a program at first, then a command of the input service.

use super::{check, phone};
use crate::android::Api;

#[tokio::test(start_paused = true)]
async fn what_it_does_not_know() {
    for api in Api::ALL {
        let phone = phone(api).await;
        let ran = phone.run("input frob 1").await;
        if api == Api::Android9 {
            let begin =
                "Error: Unknown command: frob\nUsage: input [<source>] <command> [<arg>...]\n";
            assert!(ran.err.starts_with(begin), "{}", ran.err);
            assert_eq!((ran.out.as_str(), ran.status), ("", 0));
        } else {
            assert_eq!((ran.out.as_str(), ran.status), ("Unknown command: frob\n", 0), "{api}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_number_that_is_none() {
    for api in Api::ALL {
        let ran = phone(api).await.run("input tap a b").await;
        let text = "Error: Invalid arguments for command: tap\n";
        assert!(ran.err.contains(text), "{api}: {}", ran.err);
        assert_eq!(ran.status, if api == Api::Android9 { 0 } else { 255 });
    }
}

#[tokio::test(start_paused = true)]
async fn a_character_without_a_key() {
    for api in Api::ALL {
        let ran = phone(api).await.run("input text é").await;
        let text = "java.lang.NullPointerException: Attempt to get length of null array\n\tat ";
        assert!(ran.err.contains(text), "{api}: {}", ran.err);
        assert_eq!(ran.status, if api == Api::Android9 { 137 } else { 255 });
    }
}

#[tokio::test(start_paused = true)]
async fn commands_that_came_later() {
    for (script, first) in [
        ("input motionevent DOWN 1 1", 29),
        ("input keycombination 113 29", 31),
        ("input mouse scroll 500 900 --axis VSCROLL,-2", 35),
    ] {
        for api in Api::ALL {
            let ran = phone(api).await.run(script).await;
            let unknown = format!("{}{}", ran.out, ran.err).contains("Unknown command: ");
            assert_eq!(unknown, !api.since(first), "{script} at {api}");
        }
    }
    let both = "input keyevent --longpress --duration 5 4 2>&1 | grep -c 'at the same time'";
    check(both, [("0\n", 1), ("0\n", 1), ("0\n", 1), ("1\n", 0)]).await;
}
