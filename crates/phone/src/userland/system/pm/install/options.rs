//! What may stand before the APK.

use crate::android::InstallOptions;
use crate::process::Process;
use crate::userland::system::shell_command::User;
use crate::userland::system::thrown::{Thrown, Words};

pub(super) fn parse(process: &Process, words: &mut Words<'_>) -> Result<InstallOptions, Thrown> {
    let mut options = InstallOptions::default();
    while let Some(option) = words.option() {
        let value = |words: &mut Words<'_>, missing: &str| {
            words.next().map(str::to_owned).ok_or_else(|| Thrown::illegal_argument(missing))
        };
        match option {
            "-r" => options.replace = true,
            "-R" => options.replace = false,
            "-t" => options.test_only = true,
            "-d" => options.downgrade = true,
            "-g" => options.grant = true,
            "--bypass-low-target-sdk-block" => options.low_target = true,
            "-i" => options.installer = Some(value(words, "Missing installer package")?),
            "-p" => options.inherit = Some(value(words, "Missing inherit package name")?),
            "--pkg" => options.package = Some(value(words, "Missing package name")?),
            "--abi" => {
                let abi = value(words, "Missing ABI argument")?;
                options.abi = Some(abi).filter(|abi| abi != "-");
                check_abi(process, options.abi.as_deref())?;
            }
            "-S" => {
                let size: i64 = words.number()?;
                let size = u64::try_from(size).ok().filter(|size| *size > 0);
                let size = size.ok_or_else(|| Thrown::illegal_argument("Size must be positive"));
                options.size = Some(size?);
            }
            "--user" => {
                if !User::parse(words)?.exists() {
                    return Err(Thrown::security("User restriction prevents installing"));
                }
            }
            "--originating-uri" | "--referrer" | "--force-uuid" => drop(words.required()?),
            "--install-location" | "--install-reason" | "--staged-ready-timeout" => {
                words.number::<i64>()?;
            }
            "-f"
            | "--restrict-permissions"
            | "--dont-kill"
            | "--ephemeral"
            | "--instant"
            | "--instantapp"
            | "--full"
            | "--preload"
            | "--update-ownership"
            | "--force-sdk"
            | "--force-non-staged"
            | "--force-queryable"
            | "--enable-rollback"
            | "--skip-verification"
            | "--skip-enable" => {}
            // What cannot be done here is refused as a phone without it would.
            "--apex" => {
                let text = "This device doesn't support the installation of APEX files";
                return Err(Thrown::illegal_argument(text));
            }
            "--staged" => {
                let text = "Installer not allowed to commit staged install";
                return Err(Thrown::security(text));
            }
            "--multi-package" => {
                let text = format!("Unsupported option {option}");
                return Err(Thrown::illegal_argument(text));
            }
            _ => return Err(Thrown::illegal_argument(format!("Unknown option {option}"))),
        }
    }
    Ok(options)
}

/// Instruction sets of the phone, the best first.
pub(super) fn abis(process: &Process) -> Vec<String> {
    let list = process.android().property("ro.product.cpu.abilist").unwrap_or_default();
    list.split(',').filter(|abi| !abi.is_empty()).map(str::to_owned).collect()
}

fn check_abi(process: &Process, abi: Option<&str>) -> Result<(), Thrown> {
    match abi {
        Some(abi) if !abis(process).iter().any(|have| have == abi) => {
            Err(Thrown::illegal_argument(format!("ABI {abi} not supported on this device")))
        }
        _ => Ok(()),
    }
}
