//! `cmd locale`: the language of single apps.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::shell_command::User;
use crate::userland::system::store::Store;
use crate::userland::system::thrown::{Thrown, Words};

pub(super) fn answer(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("set-app-locales") => set(process, words),
        Some("get-app-locales") => get(process, words),
        other => Ok(Reply::unknown(other)),
    }
}

fn set(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    let Some(package) = words.next() else {
        return Ok(Reply::refused("Error: no package specified\n"));
    };
    let mut locales = "";
    while let Some(option) = words.option() {
        match option {
            "--user" => drop(User::parse(&mut words)?),
            // Without a value the app follows the phone again.
            "--locales" => locales = words.next().unwrap_or_default(),
            "--delegate" => drop(words.required()?),
            _ => return Ok(Reply::refused(format!("Unknown option: {option}\n"))),
        }
    }
    if process.android().package(package).is_none() {
        return Err(unknown_package(package));
    }
    let is_tag = |tag: &str| tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !locales.split(',').all(is_tag) {
        return Err(Thrown::illegal_argument(format!("Unknown language tag: {locales}")));
    }
    let kept = Store::open(process, "locales").set(package, locales);
    kept.map_err(|errno| Thrown::new("java.io.IOException", errno.to_string()))?;
    let tags = locales.split(',').filter(|tag| !tag.is_empty()).map(str::to_owned);
    process.android().set_app_locales(package, tags.collect());
    Ok(Reply::silent())
}

fn get(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    let Some(package) = words.next() else {
        return Ok(Reply::refused("Error: no package specified\n"));
    };
    if process.android().package(package).is_none() {
        return Err(unknown_package(package));
    }
    let store = Store::open(process, "locales");
    let locales = store.get(package).unwrap_or_default();
    Ok(Reply::out(format!("Locales for {package} for user 0 are [{locales}]\n")))
}

fn unknown_package(package: &str) -> Thrown {
    Thrown::illegal_argument(format!("Unknown package: {package} for user 0"))
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn keeps_the_language_of_an_app() {
        let phone = OnPhone::home().await;
        let get = "cmd locale get-app-locales com.example.shop";
        phone.check(get, "Locales for com.example.shop for user 0 are []\n", "", 0).await;
        let set = "cmd locale set-app-locales com.example.shop --user 0 --locales fr-FR,de";
        phone.check(set, "", "", 0).await;
        phone.check(get, "Locales for com.example.shop for user 0 are [fr-FR,de]\n", "", 0).await;
        let unknown = "java.lang.IllegalArgumentException: Unknown package: com.nosuch for user 0";
        let script = "cmd locale set-app-locales com.nosuch --locales fr";
        phone.check_thrown(script, "set-app-locales", unknown).await;
        let bad = "java.lang.IllegalArgumentException: Unknown language tag: a=b";
        let script = "cmd locale set-app-locales com.example.shop --locales a=b";
        phone.check_thrown(script, "set-app-locales", bad).await;
    }
}
