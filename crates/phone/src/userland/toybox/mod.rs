//! The small Unix commands, after toybox, which is what Android has.

mod ask;
mod checksum;
#[cfg(test)]
mod differential;
#[cfg(test)]
mod differential_lines;
mod r#false;
mod find_words;
mod grep_search;
mod human;
mod input_files;
mod ls_page;
mod mode;
mod regular;
#[cfg(test)]
mod regular_differential;
mod sed_delimited;
#[cfg(test)]
mod sed_differential;
mod sed_edit;
mod sed_script;
mod sort_key;
mod touch_date;
mod r#true;

crate::userland::command::commands! {
    base64 basename cat chmod chown cmp cp cut date dd df dirname du echo env expr find grep head hostname id kill killall ln
    ls md5sum mkdir mktemp mount mv nohup od pgrep pidof pkill printenv printf ps pwd readlink realpath rev rm rmdir sed seq sh
    sha1sum sha224sum sha256sum sha384sum sha512sum sleep sort stat tac tail tee test timeout toybox touch tr truncate uname uniq uptime wc which whoami
    xargs xxd yes;
    "[" => test
    "egrep" => grep
    "false" => r#false
    "fgrep" => grep
    "true" => r#true
}

pub(crate) use test::check as check_test;
