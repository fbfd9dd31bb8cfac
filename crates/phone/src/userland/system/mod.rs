//! What Android adds to the Unix commands.

mod intent_arguments;
#[cfg(test)]
mod on_phone;
mod run_as;
mod shell_command;
mod thrown;

crate::userland::command::commands! {
    content dumpsys getprop input screencap setprop settings svc uiautomator wm
    am cmd log logcat monkey pm
    ;
    "run-as" => run_as
}
