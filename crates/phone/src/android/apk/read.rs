//! An APK by itself, away from any phone: what its manifest says and who signed it.

use std::fs::File;

use super::signing::{self, Signing};
use super::{Apk, ApkFile, Certificates, Failure, parse_package};
use crate::android::Api;
use crate::android::packages::Manifest;

/// Reads an APK as the package installer of that level would; `path` is how messages name it. One without a good signature is read
/// all the same, and has no signers.
pub fn read_apk(file: File, path: &str, api: Api) -> Result<(Manifest, Apk), Failure> {
    let base = ApkFile::open(file, path, Certificates::Ignore, api)?;
    let unsigned = Signing { scheme: 0, certificates: Vec::new() };
    let signing = signing::read(&base.archive, path).unwrap_or(unsigned);
    let parsed = parse_package(&base, &[], path, signing)?;
    Ok((parsed.manifest, parsed.apk))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::android::apk::built::{ApkBuilder, Signature};
    use std::io::{Seek as _, Write as _};

    #[test]
    fn with_and_without_a_signature() {
        let apk = |builder: ApkBuilder| {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&builder.label("Notes").build()).unwrap();
            file.rewind().unwrap();
            read_apk(file, "notes.apk", Api::default()).unwrap()
        };
        let (manifest, signed) = apk(ApkBuilder::new("org.example.notes"));
        assert_eq!(
            (manifest.package.as_str(), manifest.label.as_str()),
            ("org.example.notes", "Notes")
        );
        assert!(!signed.signing.certificates.is_empty());
        let (_, unsigned) = apk(ApkBuilder::new("org.example.notes").signature(Signature::None));
        assert!(unsigned.signing.certificates.is_empty());
    }
}
