//! A package as a whole: the manifest of its base, read to the end.

use super::components::{Reader, components};
use super::details::{Apk, DeclaredPermission, Instrumentation, Split};
use super::failure::{Code, Failure};
use super::file::ApkFile;
use super::names;
use super::resources::Resources;
use super::signing::Signing;
use super::value::Value;
use super::xml::Element;
use crate::android::packages::{Activity, Manifest};

const RESOURCES: &str = "resources.arsc";

/// What is to be installed.
#[derive(Debug, Clone)]
pub(crate) struct Parsed {
    pub(crate) manifest: Manifest,
    pub(crate) apk: Apk,
    pub(crate) test_only: bool,
}

/// Reads the base of a package. `path` is how messages name it; the signers are known by now.
pub(crate) fn parse_package(
    base: &ApkFile,
    splits: &[&ApkFile],
    path: &str,
    signing: Signing,
) -> Result<Parsed, Failure> {
    if base.target_sdk >= 30 && base.archive.is_mappable(RESOURCES) == Some(false) {
        return Err(Failure::new(
            Code::ResourcesCompressed,
            "Targeting R+ (version 30 and above) requires the resources.arsc of installed APKs to \
             be stored uncompressed and aligned on a 4-byte boundary",
        ));
    }
    let table = base.archive.read(RESOURCES).ok();
    let reader = Reader {
        package: &base.package,
        path,
        target_sdk: base.target_sdk,
        api: base.api,
        resources: table.as_deref().and_then(|table| Resources::parse(table, base.api)),
    };
    let root = &base.root;
    check_max_sdk(&reader, root)?;
    let application = root.children_named("application").next();
    let instrumentation = instrumentation(&reader, root)?;
    if application.is_none() && instrumentation.is_empty() {
        let message = "<manifest> does not contain an <application> or <instrumentation>";
        return Err(reader.at(root, Failure::new(Code::ManifestEmpty, message)));
    }
    let empty = Element::default();
    let application = application.unwrap_or(&empty);
    let components = components(&reader, application)?;
    let test_only = reader.bool(application, names::TEST_ONLY, false);
    let apk = Apk {
        version_code_major: u32::try_from(base.version_code >> 32).unwrap_or(0),
        splits: sorted(splits),
        signing,
        abi: None,
        flags: flags(&reader, application, base.debuggable, test_only),
        extract_native_libs: reader.bool(application, names::EXTRACT_NATIVE_LIBS, true),
        services: components.services,
        receivers: components.receivers,
        providers: components.providers,
        instrumentation,
        declared_permissions: declared_permissions(&reader, root),
        installer: None,
    };
    let manifest = manifest(&reader, base, application, components.activities);
    Ok(Parsed { manifest, apk, test_only })
}

fn manifest(
    reader: &Reader<'_>,
    base: &ApkFile,
    application: &Element,
    activities: Vec<Activity>,
) -> Manifest {
    let label = reader.text(application, names::LABEL).filter(|label| !label.is_empty());
    let version_name = reader.text(&base.root, names::VERSION_NAME);
    Manifest {
        package: base.package.clone(),
        label: label.unwrap_or_else(|| base.package.clone()),
        version_code: u32::try_from(base.version_code & 0xffff_ffff).unwrap_or(0),
        version_name: version_name.unwrap_or_else(|| "null".to_owned()),
        min_sdk: base.min_sdk,
        target_sdk: base.target_sdk,
        activities,
        permissions: requested_permissions(reader, &base.root),
        system: false,
        uid: None,
        debuggable: base.debuggable,
        icon: color(&base.package),
    }
}

fn sorted(splits: &[&ApkFile]) -> Vec<Split> {
    let named = splits
        .iter()
        .filter_map(|file| Some(Split { name: file.split.clone()?, revision: file.revision }));
    let mut splits: Vec<Split> = named.collect();
    splits.sort();
    splits
}

fn check_max_sdk(reader: &Reader<'_>, root: &Element) -> Result<(), Failure> {
    let uses = root.children_named("uses-sdk").last();
    let max = uses.and_then(|uses| uses.android(names::MAX_SDK_VERSION)).and_then(Value::number);
    match (uses, max) {
        (Some(uses), Some(max)) if i64::from(max) < i64::from(reader.api.level()) => {
            let message = format!("Requires max SDK version {max} but is {}", reader.api);
            Err(reader.at(uses, Failure::new(Code::NewerSdk, message)))
        }
        _ => Ok(()),
    }
}

/// In order, each once; those that end before this API level are not asked for.
fn requested_permissions(reader: &Reader<'_>, root: &Element) -> Vec<String> {
    let mut permissions: Vec<String> = Vec::new();
    for element in &root.children {
        let asks = matches!(
            element.name.as_str(),
            "uses-permission" | "uses-permission-sdk-m" | "uses-permission-sdk-23"
        );
        let last = reader.value(element, names::MAX_SDK_VERSION).and_then(|value| value.number());
        if !asks || last.is_some_and(|last| i64::from(last) < i64::from(reader.api.level())) {
            continue;
        }
        if let Some(name) = reader.text(element, names::NAME)
            && !name.is_empty()
            && !permissions.contains(&name)
        {
            permissions.push(name);
        }
    }
    permissions
}

fn declared_permissions(reader: &Reader<'_>, root: &Element) -> Vec<DeclaredPermission> {
    let declared = root.children_named("permission").filter_map(|element| {
        let level = reader.value(element, names::PROTECTION_LEVEL).and_then(|value| value.number());
        let protection = match level.unwrap_or(0) & 0xf {
            1 => "dangerous",
            2 | 3 => "signature",
            4 => "internal",
            _ => "normal",
        };
        Some(DeclaredPermission { name: reader.text(element, names::NAME)?, protection })
    });
    declared.collect()
}

fn instrumentation(reader: &Reader<'_>, root: &Element) -> Result<Vec<Instrumentation>, Failure> {
    let elements = root.children_named("instrumentation");
    let read = elements.map(|element| {
        let class = reader.named_class(element)?;
        let target = reader.text(element, names::TARGET_PACKAGE);
        let target = target.unwrap_or_else(|| "null".to_owned());
        Ok(Instrumentation { class, target })
    });
    read.collect()
}

/// In the order of `dumpsys package`.
fn flags(
    reader: &Reader<'_>,
    application: &Element,
    debuggable: bool,
    test_only: bool,
) -> Vec<&'static str> {
    let said = |name, otherwise| reader.bool(application, name, otherwise);
    let flags = [
        (debuggable, "DEBUGGABLE"),
        (said(names::HAS_CODE, true), "HAS_CODE"),
        (said(names::ALLOW_CLEAR_USER_DATA, true), "ALLOW_CLEAR_USER_DATA"),
        (test_only, "TEST_ONLY"),
        (said(names::ALLOW_BACKUP, true), "ALLOW_BACKUP"),
        (said(names::LARGE_HEAP, false), "LARGE_HEAP"),
        (said(names::SUPPORTS_RTL, false), "SUPPORTS_RTL"),
    ];
    flags.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect()
}

/// A colour for the icon, which is not drawn: the same for the same package, never too light for white text.
fn color(package: &str) -> u32 {
    const COLORS: [u32; 8] = [
        0x00c6_2828,
        0x00ad_1457,
        0x006a_1b9a,
        0x0045_27a0,
        0x0028_3593,
        0x0000_695c,
        0x002e_7d32,
        0x004e_342e,
    ];
    let sum = package.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31) + usize::from(byte));
    COLORS[sum % COLORS.len()]
}
