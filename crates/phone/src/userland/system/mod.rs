//! What Android adds to the Unix commands.

crate::userland::command::commands! {
    ;
}
