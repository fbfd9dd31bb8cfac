//! What Android adds to the Unix commands.

mod intent_arguments;
#[cfg(test)]
mod on_phone;
mod run_as;
mod shell_command;
mod thrown;

crate::userland::command::commands! {
    dumpsys getprop input screencap setprop uiautomator wm
    am cmd log logcat monkey pm
    ;
    "run-as" => run_as
}
