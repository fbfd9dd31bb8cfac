//! `pm set-app-links` and `pm set-app-links-user-selection`: whose the links to a domain are. Nobody asks the web.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::Words;

/// Verified, and approved by the system.
const OWN: [&str; 2] = ["1", "2"];

pub(super) async fn run(process: &Process, mut words: Words<'_>, by_user: bool) -> Answer {
    let mut package = None;
    while let Some(option) = words.option() {
        match option {
            "--package" => package = Some(words.required()?),
            "--user" if by_user => drop(User::parse(&mut words)?),
            _ => return refuse(process, format!("Error: unknown option: {option}\n")).await,
        }
    }
    let Some(package) = package else {
        return refuse(process, "Error: no package specified\n".to_owned()).await;
    };
    let state = words.required()?;
    let own = if by_user { state == "true" } else { OWN.contains(&state) };
    let domains: Vec<_> = std::iter::from_fn(|| words.next()).collect();
    if domains.is_empty() {
        return refuse(process, "Error: no domains specified\n".to_owned()).await;
    }
    if !process.android().set_links(package, &domains, own) {
        return refuse(process, format!("Error: package {package} not found\n")).await;
    }
    Ok(0)
}

async fn refuse(process: &Process, text: String) -> Answer {
    process.print(text).await?;
    Ok(1)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn wants_a_package_and_domains() {
        let phone = OnPhone::home().await;
        for (arguments, text) in [
            ("1 all", "Error: no package specified\n"),
            ("--package com.gone 1 all", "Error: package com.gone not found\n"),
            ("--package com.example.shop 1", "Error: no domains specified\n"),
            ("--new x", "Error: unknown option: --new\n"),
        ] {
            phone.check(&format!("pm set-app-links {arguments}"), text, "", 1).await;
        }
    }
}
