//! What Android adds to the Unix commands.

#[cfg(test)]
mod any_words;
#[cfg(test)]
mod on_phone;
mod thrown;

crate::userland::command::commands! {
    content dumpsys getprop input screencap setprop settings svc uiautomator wm
    ;
}
