//! The shell and the small commands.

use super::check;

#[tokio::test(start_paused = true)]
async fn a_command_that_is_not_there() {
    let (a, b) =
        ("/system/bin/sh: su: not found\n", "/system/bin/sh: su: inaccessible or not found\n");
    check("su", [(a, 127), (b, 127), (b, 127), (b, 127)]).await;
}

#[tokio::test(start_paused = true)]
async fn versions() {
    let [a, b, c, d] =
        ["0.7.6", "0.8.4", "0.8.9", "0.8.12"].map(|v| format!("toybox {v}-android\n"));
    check("toybox --version", [(&a, 0), (&b, 0), (&c, 0), (&d, 0)]).await;
    let kernel = "uname -r | cut -d. -f1,2";
    check(kernel, [("4.4\n", 0), ("5.10\n", 0), ("6.1\n", 0), ("6.6\n", 0)]).await;
}
