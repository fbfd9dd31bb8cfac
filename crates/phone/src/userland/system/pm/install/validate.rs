//! Do the APKs of a session make one package?

use super::staging::folder;
use crate::android::{ApkFile, Certificates, Code, Failure, Package, Session};
use crate::files::{Identity, Source};
use crate::process::Process;
use std::fs::File;

/// One APK of the package to be, and where it lies now.
pub(super) struct Staged {
    pub(super) path: String,
    pub(super) file: ApkFile,
    /// Taken over from the installed package.
    pub(super) inherited: bool,
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::new(Code::InvalidApk, message)
}

/// The APKs of the package, the base first.
pub(super) fn validate(
    process: &Process,
    number: u32,
    session: &Session,
) -> Result<Vec<Staged>, Failure> {
    let existing = match &session.options.inherit {
        None => None,
        Some(name) => Some(
            process
                .android()
                .package(name)
                .filter(|package| package.apk.is_some())
                .ok_or_else(|| invalid("Missing existing base package"))?,
        ),
    };
    let folder = folder(number);
    let listing = process.files().list(&Identity::ROOT, &folder).unwrap_or_default();
    if listing.is_empty() && session.removed_splits.is_empty() {
        return Err(invalid(format!("Session: {number}. No packages staged in {folder}")));
    }
    let mut staged: Vec<Staged> = Vec::new();
    for entry in listing {
        let path = format!("{folder}/{}", entry.name);
        let file = ApkFile::open(
            source(process, &path)?,
            &path,
            Certificates::Collect,
            process.android().api(),
        )?;
        if staged.iter().any(|have| have.file.split == file.split) {
            let split = file.split.as_deref().unwrap_or("null");
            return Err(invalid(format!("Split {split} was defined multiple times")));
        }
        staged.push(Staged { path, file, inherited: false });
    }
    if let Some(existing) = &existing {
        inherit(process, session, existing, &mut staged)?;
    }
    consistent(&staged, session)?;
    staged.sort_by(|a, b| a.file.split.cmp(&b.file.split));
    if staged.first().is_none_or(|first| first.file.split.is_some()) {
        return Err(invalid("Full install must include a base package"));
    }
    complete(&staged)?;
    Ok(staged)
}

/// Adds what is installed and neither replaced nor removed.
fn inherit(
    process: &Process,
    session: &Session,
    existing: &Package,
    staged: &mut Vec<Staged>,
) -> Result<(), Failure> {
    let installed: Vec<&str> =
        existing.apk.iter().flat_map(|apk| &apk.splits).map(|split| split.name.as_str()).collect();
    let missing = session.removed_splits.iter().find(|name| !installed.contains(&name.as_str()));
    if let Some(missing) = missing {
        return Err(invalid(format!("Split not found: {missing}")));
    }
    for path in existing.apk_paths() {
        let file = ApkFile::open(
            source(process, &path)?,
            &path,
            Certificates::Collect,
            process.android().api(),
        )?;
        let replaced = staged.iter().any(|have| have.file.split == file.split);
        let removed = file.split.as_ref().is_some_and(|name| session.removed_splits.contains(name));
        if !replaced && !removed {
            staged.push(Staged { path, file, inherited: true });
        }
    }
    Ok(())
}

fn source(process: &Process, path: &str) -> Result<File, Failure> {
    match process.files().open_read(&Identity::ROOT, path) {
        Ok(Source::File(file)) => Ok(file),
        // Whatever it is, it is no APK.
        Ok(Source::Bytes(_) | Source::Device(_)) | Err(_) => {
            Err(Failure::new(Code::NotApk, format!("Failed to parse {path}"))
                .because(format!("Failed to load asset path {path}")))
        }
    }
}

/// All of one package, one version and one author.
fn consistent(staged: &[Staged], session: &Session) -> Result<(), Failure> {
    let Some((first, others)) = staged.split_first() else { return Ok(()) };
    let tag = |staged: &Staged| {
        if staged.inherited { "Existing".to_owned() } else { staged.path.clone() }
    };
    let wanted = session.options.package.as_ref().or(session.options.inherit.as_ref());
    if let Some(wanted) = wanted.filter(|wanted| **wanted != first.file.package) {
        let found = &first.file.package;
        let tag = tag(first);
        return Err(invalid(format!("{tag} specified package {wanted} inconsistent with {found}")));
    }
    for other in others {
        let (tag, file) = (tag(other), &other.file);
        let inconsistent = |what: &str, found: &str, expected: &str| {
            Err(invalid(format!("{tag} {what} {found} inconsistent with {expected}")))
        };
        if file.package != first.file.package {
            return inconsistent("package", &file.package, &first.file.package);
        }
        let (found, expected) = (file.version_code, first.file.version_code);
        if found != expected {
            return inconsistent("version code", &found.to_string(), &expected.to_string());
        }
        let same = first.file.signing.as_ref().zip(file.signing.as_ref());
        if !same.is_some_and(|(a, b)| a.matches(b)) {
            return Err(invalid(format!("{tag} signatures are inconsistent")));
        }
    }
    Ok(())
}

/// Nothing that one of them needs is missing.
fn complete(staged: &[Staged]) -> Result<(), Failure> {
    let Some(base) = staged.first() else { return Ok(()) };
    let types: Vec<&String> = staged.iter().flat_map(|have| &have.file.split_types).collect();
    let mut required = staged.iter().flat_map(|have| &have.file.required_split_types);
    let lacks = required.any(|name| !types.contains(&name));
    if lacks || (base.file.split_required && staged.len() == 1) {
        let message = format!("Missing split for {}", base.file.package);
        return Err(Failure::new(Code::MissingSplit, message));
    }
    Ok(())
}
