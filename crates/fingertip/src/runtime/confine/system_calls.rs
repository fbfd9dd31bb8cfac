//! Sockets, and what of files, processes and the machine Landlock does not know, by seccomp. Whatever is refused fails
//! with EPERM, as it does for an app on a phone.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use super::NotHere;

/// Of no use to an app: other processes, keys, mounts, the kernel, and what would go around the rules here.
const NEVER: &[libc::c_long] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// Changes a file by its name without opening it, which Landlock lets through (cutting it: before Linux 6.2). An app
/// can do the same to what it has open.
const BY_NAME: &[libc::c_long] = &[
    libc::SYS_fchownat,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_truncate,
];

/// The same calls where the machine has them once more, in an older form.
#[cfg(target_arch = "x86_64")]
const BY_NAME_OF_OLD: &[libc::c_long] = &[libc::SYS_chown, libc::SYS_lchown];
#[cfg(not(target_arch = "x86_64"))]
const BY_NAME_OF_OLD: &[libc::c_long] = &[];

/// The modes of files, which the phone keeps itself: Android's own code sets them on all that it writes, and the JDK on
/// zip files. They succeed and change nothing.
const IN_VAIN: &[libc::c_long] = &[libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_fchmodat2];
#[cfg(target_arch = "x86_64")]
const IN_VAIN_OF_OLD: &[libc::c_long] = &[libc::SYS_chmod];
#[cfg(not(target_arch = "x86_64"))]
const IN_VAIN_OF_OLD: &[libc::c_long] = &[];

/// Numbers with this bit are the same calls with smaller pointers.
#[cfg(target_arch = "x86_64")]
const X32: libc::c_long = 0x4000_0000;

/// Into a terminal as if it had been typed, or worse.
const TERMINAL: [libc::Ioctl; 2] = [libc::TIOCSTI, libc::TIOCLINUX];

pub(super) fn known_machine() -> Result<(), NotHere> {
    architecture().map(drop)
}

pub(super) fn restrict(network: bool) -> Result<(), NotHere> {
    // What it starts threads with cannot be looked into; without it the C library takes the older call.
    let newer = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    let modes = IN_VAIN.iter().chain(IN_VAIN_OF_OLD);
    let in_vain = modes.map(|call| (*call, Vec::new())).collect();
    let filters = [(refused(network)?, libc::EPERM), (newer, libc::ENOSYS), (in_vain, 0)];
    for (mut rules, errno) in filters {
        #[cfg(target_arch = "x86_64")]
        for (call, rule) in rules.clone() {
            rules.insert(call | X32, rule);
        }
        let program = compile(rules, errno)?;
        apply_filter(&program).map_err(|error| NotHere(format!("seccomp: {error}")))?;
    }
    Ok(())
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn refused(network: bool) -> Result<Rules, NotHere> {
    let always = NEVER.iter().chain(BY_NAME).chain(BY_NAME_OF_OLD);
    let mut rules: Rules = always.map(|call| (*call, Vec::new())).collect();
    let not = |families: &[libc::c_int]| -> Result<Vec<SeccompRule>, NotHere> {
        let other =
            |family: &libc::c_int| when(0, SeccompCmpOp::Ne, u64::from(family.unsigned_abs()));
        rule(families.iter().map(other).collect::<Result<_, _>>()?)
    };
    // Through a socket file of another program an app could have anything done: none of them, ever. A pair that it
    // makes itself leads nowhere.
    rules.insert(libc::SYS_socketpair, not(&[libc::AF_UNIX])?);
    let internet = not(&[libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK])?;
    rules.insert(libc::SYS_socket, if network { internet } else { Vec::new() });
    let spaces = libc::CLONE_NEWUSER.unsigned_abs();
    let into_space = when(0, SeccompCmpOp::MaskedEq(spaces.into()), spaces.into())?;
    rules.insert(libc::SYS_clone, rule(vec![into_space])?);
    let mut typed = Vec::new();
    for request in TERMINAL {
        typed.extend(rule(vec![when(1, SeccompCmpOp::Eq, request)?])?);
    }
    rules.insert(libc::SYS_ioctl, typed);
    Ok(rules)
}

fn rule(conditions: Vec<SeccompCondition>) -> Result<Vec<SeccompRule>, NotHere> {
    Ok(vec![SeccompRule::new(conditions).map_err(wrong)?])
}

fn when(argument: u8, is: SeccompCmpOp, value: u64) -> Result<SeccompCondition, NotHere> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, is, value).map_err(wrong)
}

fn compile(rules: Rules, errno: libc::c_int) -> Result<BpfProgram, NotHere> {
    let refuse = SeccompAction::Errno(errno.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture()?);
    filter.and_then(TryInto::try_into).map_err(wrong)
}

fn architecture() -> Result<TargetArch, NotHere> {
    let name = std::env::consts::ARCH;
    name.try_into().map_err(|_| NotHere(format!("no filter for system calls is known for {name}")))
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err wants it")]
fn wrong(error: seccompiler::BackendError) -> NotHere {
    NotHere(format!("seccomp: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filters_compile() {
        for network in [false, true] {
            let rules = refused(network).unwrap();
            assert_eq!(rules[&libc::SYS_socket].is_empty(), !network);
            assert!(!compile(rules, libc::EPERM).unwrap().is_empty());
        }
    }
}
