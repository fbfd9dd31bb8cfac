//! Files, by Landlock: everything this kernel knows to refuse is refused, except what stands here.

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};

use super::{Allowed, NotHere};

/// The newest that is known; of what an older kernel lacks, seccomp holds the most.
const NEWEST: ABI = ABI::V9;

/// Libraries, fonts, time zones, locales.
const READ: &[&str] = &["/usr", "/nix/store", "/gnu/store", "/run/current-system/sw"];

/// The loader and its libraries have to be run, shells do not.
const RUN: &[&str] =
    &["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/nix/store"];

/// Of the settings only what a JVM and its C library read: there are passwords among the others.
const SETTINGS: &[&str] = &[
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/crypto-policies",
    "/etc/fonts",
    "/etc/gai.conf",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/java",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/pki/ca-trust",
    "/etc/pki/java",
    "/etc/pki/tls/certs",
    "/etc/resolv.conf",
    "/etc/ssl/certs",
    "/etc/static",
    "/etc/timezone",
];

/// What the machine says of itself, and this process of itself; nothing of others.
const MACHINE: &[&str] = &[
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys/kernel",
    "/proc/sys/vm",
    "/proc/version",
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
];

const DEVICES: &[&str] = &["/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero"];

pub(super) fn possible() -> Result<(), NotHere> {
    let all = AccessFs::from_all(ABI::V1);
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let made = strict.handle_access(all).and_then(Ruleset::create);
    made.map(drop).map_err(|_| none())
}

pub(super) fn restrict(allowed: &Allowed) -> Result<(), NotHere> {
    let status = rules(allowed).map_err(|error| NotHere(format!("Landlock: {error}")))?;
    if status == RulesetStatus::NotEnforced { Err(none()) } else { Ok(()) }
}

fn rules(allowed: &Allowed) -> Result<RulesetStatus, landlock::RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let run = read | AccessFs::Execute;
    let write = own();
    let mut ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?;
    if !allowed.network {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    // Paths that are not there are passed over.
    let created = ruleset
        .create()?
        .add_rules(path_beneath_rules(READ.iter().chain(SETTINGS).chain(MACHINE), read))?
        .add_rules(path_beneath_rules(versioned_settings(), read))?
        .add_rules(path_beneath_rules(RUN, run))?
        .add_rules(path_beneath_rules(DEVICES, read | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules(&allowed.read, run))?
        .add_rules(path_beneath_rules(&allowed.write, write))?;
    Ok(created.restrict_self()?.ruleset)
}

/// Its own folders are for files: no devices or sockets, and nothing to be run.
fn own() -> BitFlags<AccessFs> {
    let not = AccessFs::MakeChar
        | AccessFs::MakeBlock
        | AccessFs::MakeSock
        | AccessFs::Execute
        | AccessFs::IoctlDev;
    AccessFs::from_all(NEWEST) & !not
}

/// Debian keeps the settings of a Java apart from it.
fn versioned_settings() -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let java = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("java-"));
    java.map(|entry| entry.path()).collect()
}

fn none() -> NotHere {
    NotHere(
        "this kernel has no Landlock, which confines apps (Linux 5.13 or later, and switched on)"
            .to_owned(),
    )
}
