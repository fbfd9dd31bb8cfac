//! The small Unix commands, after toybox, which is what Android has.

#[cfg(test)]
mod differential;
mod r#false;
mod input_files;
mod md5;
mod regular;
mod r#true;

crate::userland::command::commands! {
    base64 basename cat chmod chown cmp cp cut date dd df dirname du echo env find grep head hostname id kill killall ln
    ls md5sum mkdir mktemp mount mv nohup pgrep pidof pkill printenv printf ps pwd readlink realpath rev rm rmdir seq sh
    sha256sum sleep sort stat tac tail tee test timeout toybox touch tr truncate uname uniq uptime wc which whoami
    xargs yes;
    "[" => test
    "egrep" => grep
    "false" => r#false
    "fgrep" => grep
    "true" => r#true
}

pub(crate) use test::check as check_test;
