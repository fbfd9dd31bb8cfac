//! What Android adds to the Unix commands.

mod intent_arguments;
mod shell_command;
#[cfg(test)]
mod testing;

crate::userland::command::commands! {
    am cmd log logcat monkey pm;
}
