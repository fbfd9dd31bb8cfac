//! `pm path`: where an app's APK is.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::Words;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let user = match User::only_option(&mut words, User::All)? {
        Ok(user) => user,
        Err(option) => {
            process.print(format!("Error: Unknown option: {option}\n")).await?;
            return Ok(1);
        }
    };
    let name = words.required()?;
    match process.android().package(name).filter(|_| user.exists()) {
        Some(package) => {
            let paths = package.apk_paths().into_iter();
            process
                .print(paths.map(|path| format!("package:{path}\n")).collect::<String>())
                .await?;
            Ok(0)
        }
        None => Ok(1),
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn knows_where_an_apk_is() {
        let phone = OnPhone::home().await;
        let ran = phone.run("pm path com.example.shop").await;
        assert!(ran.out.starts_with("package:/data/app/~~") && ran.out.ends_with("==/base.apk\n"));
        assert!(ran.out.contains("==/com.example.shop-"));
        phone.check("pm path com.nosuch", "", "", 1).await;
        phone.check("pm path --user 10 com.example.shop", "", "", 1).await;
        phone
            .check_thrown(
                "pm path",
                "path",
                "java.lang.IllegalArgumentException: Argument expected after \"path\"",
            )
            .await;
    }
}
