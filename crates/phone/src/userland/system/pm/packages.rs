//! `pm list packages`.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE, User};
use crate::userland::system::thrown::Words;
use std::fmt::Write as _;

#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Default)]
struct Options {
    path: bool,
    installer: bool,
    uid: bool,
    version_code: bool,
    only: Vec<Only>,
    of_uid: Option<u32>,
    /// Also those that were removed with their data kept.
    uninstalled: bool,
}

#[derive(Clone, Copy)]
enum Only {
    Enabled,
    Disabled,
    System,
    ThirdParty,
    /// There are no APEX modules here.
    Nothing,
}

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let mut options = Options::default();
    let mut user_exists = true;
    while let Some(option) = words.option() {
        match option {
            "-f" => options.path = true,
            "-i" => options.installer = true,
            "-U" => options.uid = true,
            "--show-versioncode" => options.version_code = true,
            "-d" => options.only.push(Only::Disabled),
            "-e" => options.only.push(Only::Enabled),
            "-s" => options.only.push(Only::System),
            "-3" => options.only.push(Only::ThirdParty),
            "--apex-only" => options.only.push(Only::Nothing),
            "--uid" => {
                options.uid = true;
                options.of_uid = Some(words.number()?);
            }
            "--user" => user_exists = User::parse(&mut words)?.exists(),
            "-u" => options.uninstalled = true,
            "-a" | "-l" | "--factory-only" | "--match-libraries" => {}
            _ => {
                process.print(format!("Error: Unknown option: {option}\n")).await?;
                return Ok(MINUS_ONE);
            }
        }
    }
    let filter = words.next().unwrap_or_default();
    let mut text = String::new();
    let mut packages = process.android().packages();
    if options.uninstalled {
        packages.extend(process.android().leftovers());
        packages.sort_by(|a, b| a.name().cmp(b.name()));
    }
    for package in packages {
        let system = package.manifest.system;
        let wanted = options.only.iter().all(|only| match only {
            Only::Enabled => package.enabled,
            Only::Disabled => !package.enabled,
            Only::System => system,
            Only::ThirdParty => !system,
            Only::Nothing => false,
        });
        let of_uid = options.of_uid.is_none_or(|uid| uid == package.uid);
        if !user_exists || !wanted || !of_uid || !package.name().contains(filter) {
            continue;
        }
        text.push_str("package:");
        if options.path {
            text.push_str(&package.apk_path());
            text.push('=');
        }
        text.push_str(package.name());
        if options.version_code {
            write!(text, " versionCode:{}", package.version_code()).ok();
        }
        if options.installer {
            let installer = package.apk.as_ref().and_then(|apk| apk.installer.as_deref());
            write!(text, "  installer={}", installer.unwrap_or("null")).ok();
        }
        if options.uid {
            write!(text, " uid:{}", package.uid).ok();
        }
        text.push('\n');
    }
    process.print(text).await?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn lists_by_name_and_kind() {
        let phone = OnPhone::home().await;
        let shop = "package:com.example.shop\n";
        phone.check("pm list packages example.shop", shop, "", 0).await;
        phone.check("pm list packages --user 0 com.nosuch", "", "", 0).await;
        phone.check("pm list packages --user 10", "", "", 0).await;
        let all = phone.run("pm list packages").await.out;
        let third_party = phone.run("pm list packages -3").await.out;
        let system = phone.run("pm list packages -s").await.out;
        assert!(third_party.contains(shop) && !third_party.contains("launcher3"));
        assert!(system.contains("package:com.android.systemui\n") && !system.contains(shop));
        assert_eq!(all.lines().count(), third_party.lines().count() + system.lines().count());
        let ran = phone.run("pm list packages -f example.shop").await;
        assert!(ran.out.ends_with("==/base.apk=com.example.shop\n"), "{}", ran.out);
        phone
            .check(
                "cmd package list packages --show-versioncode -i -U example.shop",
                "package:com.example.shop versionCode:241  installer=null uid:10123\n",
                "",
                0,
            )
            .await;
        phone.check("pm list packages -x", "Error: Unknown option: -x\n", "", 255).await;
        phone.check("pm list things", "Error: unknown list type 'things'\n", "", 255).await;
    }
}
