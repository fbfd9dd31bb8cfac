//! Which text field takes the keys, by `dumpsys input_method`.

use adb::CommandLine;

use super::{Result, run};
use crate::{Deadline, Editor};

/// The manager, its client and the keyboard each tell of the field, in other words by release.
const SCRIPT: &str =
    "dumpsys input_method | grep -E '^ *(inputType=|packageName=.* fieldId=|mServedView=)'";

pub(in super::super) async fn editor(
    adb: &adb::Device,
    deadline: Deadline,
) -> Result<Option<Editor>> {
    let said = run(adb, &CommandLine::constant(SCRIPT), deadline).await?;
    Ok(read(&said.text()))
}

/// All that was said together tells one field from another. Where nothing takes text, all types are 0.
fn read(said: &str) -> Option<Editor> {
    let types = said.lines().filter_map(|line| line.trim().strip_prefix("inputType="));
    let mut types = types.filter_map(|rest| rest.split(' ').next());
    types.any(|kind| kind != "0x0").then(|| Editor(said.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_what_takes_text() {
        let said = |kind: &str, id: u32| {
            format!(
                "    inputType={kind} imeOptions=0x5 privateImeOptions=null\n    packageName=com.x autofillId=null fieldId={id} fieldName=null\n"
            )
        };
        assert_eq!(read(&said("0x0", 0)), None);
        assert_eq!(read(""), None);
        let [one, other] = [1, 2].map(|id| read(&said("0x20001", id)));
        assert!(one.is_some() && other.is_some());
        assert_ne!(one, other);
    }
}
