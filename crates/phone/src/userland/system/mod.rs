//! What Android adds to the Unix commands.

#[cfg(test)]
mod any_calls;
#[cfg(test)]
mod any_words;
mod intent_arguments;
mod interfaces;
#[cfg(test)]
mod levels;
#[cfg(test)]
pub(in crate::userland) mod on_phone;
mod run_as;
mod shell_command;
mod store;
mod thrown;

crate::userland::command::commands! {
    content dumpsys getprop input screencap screenrecord setprop settings svc uiautomator wm
    am app_process appops cmd getenforce ifconfig ime ip locksettings log logcat monkey ping pm reboot service sqlite3 top
    ;
    "run-as" => run_as
}
