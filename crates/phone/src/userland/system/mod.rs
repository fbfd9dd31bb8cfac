//! What Android adds to the Unix commands.

#[cfg(test)]
mod any_words;
mod intent_arguments;
#[cfg(test)]
mod on_phone;
mod run_as;
mod shell_command;
mod thrown;

crate::userland::command::commands! {
    am cmd content dumpsys getprop input log logcat monkey pm screencap setprop settings svc uiautomator wm
    ;
    "run-as" => run_as
}
