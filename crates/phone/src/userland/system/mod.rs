//! What Android adds to the Unix commands.

#[cfg(test)]
mod any_calls;
#[cfg(test)]
mod any_words;
mod intent_arguments;
#[cfg(test)]
mod on_phone;
mod run_as;
mod shell_command;
mod store;
mod thrown;

crate::userland::command::commands! {
    content dumpsys getprop input screencap setprop settings svc uiautomator wm
    am app_process appops cmd getenforce ime ip log logcat monkey pm reboot service top
    ;
    "run-as" => run_as
}
