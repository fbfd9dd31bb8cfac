//! `pm enable`, `pm disable-user` and their like.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::{Thrown, Words};

pub(super) async fn run(process: &Process, mut words: Words<'_>, command: &str) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::Number(0))? {
        process.print(format!("Error: Unknown option: {option}\n")).await?;
        return Ok(1);
    }
    let Some(target) = words.next() else {
        process.complain("Error: no package or component specified\n").await;
        return Ok(1);
    };
    let (package, class) = match target.split_once('/') {
        Some((package, class)) => (package, class),
        None => (target, "null"),
    };
    if process.android().package(package).is_none() {
        return Err(Thrown::illegal_argument(format!("Unknown package: {package}")).into());
    }
    let (number, state) = match command {
        "enable" => (1, "enabled"),
        "disable" => (2, "disabled"),
        "disable-user" => (3, "disabled-user"),
        "disable-until-used" => (4, "disabled-until-used"),
        _ => (0, "default"),
    };
    // A shell may only switch whole packages, and only the way a user could.
    let users_choice = class == "null" && matches!(number, 0 | 1 | 3);
    if !users_choice && process.who.uid != 0 {
        return Err(Thrown::security(format!(
            "Shell cannot change component state for {package}/{class} to {number}"
        ))
        .into());
    }
    if class == "null" {
        process.android().set_enabled(package, matches!(number, 0 | 1)).ok();
        process.print(format!("Package {package} new state: {state}\n")).await?;
    } else {
        let text = format!("Component {{{package}/{class}}} cannot be changed on this device");
        return Err(Thrown::illegal_argument(text).into());
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn switches_packages() {
        let phone = OnPhone::home().await;
        let shop = "com.example.shop";
        let text = "Package com.example.shop new state: disabled-user\n";
        phone.check("pm disable-user --user 0 com.example.shop", text, "", 0).await;
        phone.check("pm list packages -d", &format!("package:{shop}\n"), "", 0).await;
        let ran = phone.run("am start -n com.example.shop/.MainActivity").await;
        assert!(ran.err.starts_with("Error type 3\n"));
        let text = "Package com.example.shop new state: enabled\n";
        phone.check("pm enable com.example.shop", text, "", 0).await;
        phone.check("pm list packages -d", "", "", 0).await;
        let denied = "java.lang.SecurityException: Shell cannot change component state for com.example.shop/null to 2";
        phone.check_thrown("pm disable com.example.shop", "disable", denied).await;
        let unknown = "java.lang.IllegalArgumentException: Unknown package: com.nosuch";
        phone.check_thrown("pm enable com.nosuch", "enable", unknown).await;
    }
}
