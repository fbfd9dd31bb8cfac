//! One APK, base or split: what the installer must know of it before it looks at the package as a whole.

use std::collections::BTreeSet;
use std::fs::File;

use super::archive::Archive;
use super::failure::{Code, Failure};
use super::names;
use super::signing::{self, Signing};
use super::value::Value;
use super::xml::{self, Broken, Element, Name};
use crate::android::Api;

const MANIFEST: &str = "AndroidManifest.xml";
/// The client for HTTP that was part of the platform up to API level 27.
pub(crate) const HTTP: &str = "org.apache.http.legacy";
/// Apps that were written for this API level ask for `org.apache.http` by name.
const WITHOUT_HTTP: u32 = 28;
/// The longest name of a package.
const LONGEST_NAME: usize = 223;

/// A readable APK.
pub(crate) struct ApkFile {
    pub(super) archive: Archive,
    /// The `<manifest>` element.
    pub(super) root: Element,
    /// The phone that it is read for.
    pub(super) api: Api,
    pub(crate) package: String,
    /// `None` for the base.
    pub(crate) split: Option<String>,
    /// With the major part in its upper half.
    pub(crate) version_code: u64,
    pub(crate) revision: u32,
    pub(crate) min_sdk: u32,
    pub(crate) target_sdk: u32,
    pub(crate) debuggable: bool,
    /// The base does not work without splits.
    pub(crate) split_required: bool,
    pub(crate) required_split_types: BTreeSet<String>,
    pub(crate) split_types: BTreeSet<String>,
    /// `None` when nobody asked.
    pub(crate) signing: Option<Signing>,
}

/// Whether an unsigned APK will do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certificates {
    Collect,
    Ignore,
}

impl ApkFile {
    /// Reads an APK; `path` is how messages name it.
    pub(crate) fn open(
        file: File,
        path: &str,
        certificates: Certificates,
        api: Api,
    ) -> Result<Self, Failure> {
        let archive = Archive::open(file).ok_or_else(|| {
            Failure::new(Code::NotApk, format!("Failed to parse {path}"))
                .because(format!("Failed to load asset path {path}"))
        })?;
        let broken = |cause: &str| {
            Failure::new(Code::UnexpectedException, format!("Failed to parse {path}"))
                .because(cause)
        };
        let bytes = archive.read(MANIFEST).map_err(|_| broken(MANIFEST))?;
        let root = match xml::parse(&bytes) {
            Ok(root) => Ok(root),
            Err(Broken::Empty) => {
                Err(Failure::new(Code::ManifestMalformed, "No start tag found".to_owned()))
            }
            Err(Broken::NotXml) => return Err(broken("Corrupt XML binary file")),
            Err(Broken::At(line)) => Err(broken(&format!("Binary XML file line #{line}"))),
        };
        let signing = match certificates {
            Certificates::Collect => Some(signing::read(&archive, path)?),
            Certificates::Ignore => None,
        };
        Self::of(archive, root?, signing, api, broken)
    }

    fn of(
        archive: Archive,
        root: Element,
        signing: Option<Signing>,
        api: Api,
        broken: impl Fn(&str) -> Failure,
    ) -> Result<Self, Failure> {
        if root.name != "manifest" {
            return Err(malformed("No <manifest> tag"));
        }
        let text = |name: &str| root.plain(name).and_then(Value::text);
        let package = text("package").ok_or_else(|| {
            broken(
                "Attempt to invoke virtual method 'int java.lang.String.length()' on a null object reference",
            )
        })?;
        if package != "android" {
            check_name(&package, true).map_err(|reason| {
                let message = format!("Invalid manifest package: {reason}");
                Failure::new(Code::BadPackageName, message)
            })?;
        }
        let split = text("split").filter(|split| !split.is_empty());
        if let Some(split) = &split {
            check_name(split, false).map_err(|reason| {
                Failure::new(Code::BadPackageName, format!("Invalid manifest split: {reason}"))
            })?;
        }
        let number = |name: Name| root.android(name).and_then(Value::number).unwrap_or(0);
        let (low, high) = (number(names::VERSION_CODE), number(names::VERSION_CODE_MAJOR));
        let application = root.children_named("application").next();
        let debuggable = application.and_then(|found| found.android(names::DEBUGGABLE));
        let (min_sdk, target_sdk) = sdk_versions(&root, api)?;
        let split_required = root.android(names::IS_SPLIT_REQUIRED).and_then(Value::bool);
        Ok(Self {
            api,
            package,
            split,
            version_code: u64::from(high.cast_unsigned()) << 32 | u64::from(low.cast_unsigned()),
            revision: number(names::REVISION_CODE).cast_unsigned(),
            min_sdk,
            target_sdk,
            debuggable: debuggable.and_then(Value::bool).unwrap_or(false),
            split_required: split_required.unwrap_or(false),
            required_split_types: split_types(&root, names::REQUIRED_SPLIT_TYPES)?,
            split_types: split_types(&root, names::SPLIT_TYPES)?,
            signing,
            archive,
            root,
        })
    }

    /// The name it gets among the package's files.
    pub(crate) fn file_name(&self) -> String {
        match &self.split {
            None => "base.apk".to_owned(),
            Some(split) => format!("split_{split}.apk"),
        }
    }

    /// Whether it brings code for Android's own machine.
    pub(crate) fn has_code(&self) -> bool {
        self.archive.has("classes.dex")
    }

    /// Libraries of the platform that its code sees: those that it names, and what was part of the platform that it was
    /// written for.
    pub(crate) fn libraries(&self) -> Vec<String> {
        let application = self.root.children_named("application").next();
        let named = application.into_iter().flat_map(|found| found.children_named("uses-library"));
        let named = named.filter_map(|found| found.android(names::NAME).and_then(Value::text));
        let mut libraries: BTreeSet<String> = named.collect();
        if self.target_sdk < WITHOUT_HTTP {
            libraries.insert(HTTP.to_owned());
        }
        libraries.into_iter().collect()
    }

    /// Instruction sets it has native libraries for.
    pub(crate) fn abis(&self) -> BTreeSet<&str> {
        let libraries = self.archive.names().filter_map(|name| {
            let (abi, library) = name.strip_prefix("lib/")?.split_once('/')?;
            library.strip_suffix(".so").filter(|stem| !stem.contains('/')).map(|_| abi)
        });
        libraries.collect()
    }
}

pub(super) fn malformed(message: impl Into<String>) -> Failure {
    Failure::new(Code::ManifestMalformed, message)
}

/// What Android allows in the name of a package or a split; the error is the reason.
fn check_name(name: &str, needs_dot: bool) -> Result<(), String> {
    let (mut has_dot, mut at_start) = (false, true);
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' => at_start = false,
            '0'..='9' | '_' if !at_start => {}
            '.' => (has_dot, at_start) = (true, true),
            _ => return Err(format!("bad character '{character}'")),
        }
    }
    if name.is_empty() {
        return Err("Invalid filename".to_owned());
    }
    if name.len() > LONGEST_NAME {
        return Err(format!("the length of the name is greater than {LONGEST_NAME}"));
    }
    if needs_dot && !has_dot {
        return Err("must have at least one '.' separator".to_owned());
    }
    Ok(())
}

/// The least API level that will do, and the one it was written for.
fn sdk_versions(root: &Element, api: Api) -> Result<(u32, u32), Failure> {
    let Some(uses) = root.children_named("uses-sdk").last() else { return Ok((1, 0)) };
    let version = |name: Name| -> Result<Option<u32>, Failure> {
        let Some(value) = uses.android(name) else { return Ok(None) };
        match (value.number(), value.text()) {
            (Some(number), _) => Ok(Some(u32::try_from(number).unwrap_or(0))),
            (None, Some(codename)) if !codename.is_empty() => Err(Failure::new(
                Code::OlderSdk,
                format!("Requires development platform {codename} but this is a release platform."),
            )),
            (None, _) => Ok(None),
        }
    };
    let (min, target) = (version(names::MIN_SDK_VERSION)?, version(names::TARGET_SDK_VERSION)?);
    let min_sdk = min.unwrap_or(1);
    if min_sdk > api.level() {
        return Err(Failure::new(
            Code::OlderSdk,
            format!("Requires newer sdk version #{min_sdk} (current version is #{api})"),
        ));
    }
    Ok((min_sdk, target.or(min).unwrap_or(0)))
}

fn split_types(root: &Element, name: Name) -> Result<BTreeSet<String>, Failure> {
    let Some(list) = root.android(name).and_then(Value::text) else { return Ok(BTreeSet::new()) };
    let mut types = BTreeSet::new();
    for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        check_name(name, false)
            .map_err(|reason| malformed(format!("Invalid manifest split types: {reason}")))?;
        types.insert(name.to_owned());
    }
    Ok(types)
}
