//! What Android adds to the Unix commands.

mod intent_arguments;
#[cfg(test)]
mod on_phone;
mod shell_command;
#[cfg(test)]
mod testing;
mod thrown;

crate::userland::command::commands! {
    am cmd dumpsys getprop input log logcat monkey pm screencap setprop uiautomator wm
    ;
}
