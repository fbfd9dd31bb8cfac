//! `pm grant`, `pm revoke` and the flags of permissions.

use crate::android::GrantError;
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::{Thrown, Words};

pub(super) async fn run(process: &Process, mut words: Words<'_>, granted: bool) -> Answer {
    let mut every = false;
    while let Some(option) = words.option() {
        match option {
            "--user" => drop(User::parse(&mut words)?),
            "--all-permissions" => every = true,
            _ => return Err(Thrown::illegal_argument(format!("Unknown option: {option}")).into()),
        }
    }
    let Some(name) = words.next() else {
        process.complain("Error: no package specified\n").await;
        return Ok(1);
    };
    if every {
        let Some(package) = process.android().package(name) else {
            return Err(thrown(&GrantError::UnknownPackage(name.to_owned())).into());
        };
        for permission in package.permissions.iter().filter(|permission| permission.runtime) {
            process
                .android()
                .set_permission(name, &permission.name, granted)
                .map_err(|error| thrown(&error))?;
        }
        return Ok(0);
    }
    let Some(permission) = words.next() else {
        process.complain("Error: no permission specified\n").await;
        return Ok(1);
    };
    process.android().set_permission(name, permission, granted).map_err(|error| thrown(&error))?;
    Ok(0)
}

fn thrown(error: &GrantError) -> Thrown {
    match error {
        GrantError::UnknownPackage(_) | GrantError::UnknownPermission(_) => {
            Thrown::illegal_argument(error.to_string())
        }
        GrantError::NotRequested { .. } | GrantError::NotChangeable { .. } => {
            Thrown::security(error.to_string())
        }
    }
}

/// `pm reset-permissions`: as after the installation.
pub(super) fn reset(process: &Process) -> Answer {
    let android = process.android();
    for package in android.packages() {
        for permission in package.permissions.iter().filter(|have| have.runtime && have.granted) {
            android
                .set_permission(package.name(), &permission.name, false)
                .map_err(|error| thrown(&error))?;
        }
    }
    Ok(0)
}

/// `pm set-permission-flags`, `pm clear-permission-flags`: whether the user has decided. Nobody asks here, so it is
/// enough that package, permission and flag exist.
pub(super) fn flags(process: &Process, mut words: Words<'_>) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::Number(0))? {
        return Err(Thrown::illegal_argument(format!("Unknown option: {option}")).into());
    }
    let (package, permission) = (words.required()?, words.required()?);
    let Some(package) = process.android().package(package) else {
        return Err(thrown(&GrantError::UnknownPackage(package.to_owned())).into());
    };
    if !package.permissions.iter().any(|have| have.name == permission) {
        return Err(thrown(&GrantError::NotRequested {
            package: package.name().to_owned(),
            permission: permission.to_owned(),
        })
        .into());
    }
    let mut flag = Some(words.required()?);
    while let Some(name) = flag {
        if !FLAGS.contains(&name) {
            let text = format!("Unknown flag: {name}");
            return Err(Thrown::illegal_argument(text).into());
        }
        flag = words.next();
    }
    Ok(0)
}

const FLAGS: [&str; 5] =
    ["review-required", "revoked-compat", "revoke-when-requested", "user-fixed", "user-set"];

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::{OnPhone, SHOP};

    const NOTIFY: &str = "android.permission.POST_NOTIFICATIONS";

    fn granted(phone: &OnPhone) -> bool {
        let package = phone.process.android().package(SHOP).unwrap();
        package.permissions.iter().any(|have| have.name == NOTIFY && have.granted)
    }

    #[tokio::test(start_paused = true)]
    async fn grants_and_revokes_in_silence() {
        let phone = OnPhone::shop().await;
        phone.check(&format!("pm grant {SHOP} {NOTIFY}"), "", "", 0).await;
        assert!(granted(&phone));
        phone.check(&format!("pm revoke --user 0 {SHOP} {NOTIFY}"), "", "", 0).await;
        assert!(!granted(&phone));
        phone.check(&format!("pidof {SHOP}"), "", "", 1).await;
        phone.check(&format!("pm grant --all-permissions {SHOP}"), "", "", 0).await;
        assert!(granted(&phone));
        phone.check("pm reset-permissions", "", "", 0).await;
        assert!(!granted(&phone));
        phone
            .check(&format!("pm clear-permission-flags {SHOP} {NOTIFY} user-set"), "", "", 0)
            .await;
    }

    #[tokio::test(start_paused = true)]
    async fn says_why_not() {
        let phone = OnPhone::home().await;
        let check = async |arguments: &str, exception: &str| {
            phone.check_thrown(&format!("pm grant {arguments}"), "grant", exception).await;
        };
        check("com.nosuch x", "java.lang.IllegalArgumentException: Unknown package: com.nosuch")
            .await;
        check(
            "com.example.shop x.y",
            "java.lang.IllegalArgumentException: Unknown permission: x.y",
        )
        .await;
        check(
            "com.example.shop android.permission.CAMERA",
            "java.lang.SecurityException: Package com.example.shop has not requested permission android.permission.CAMERA",
        )
        .await;
        check(
            "com.example.shop android.permission.INTERNET",
            "java.lang.SecurityException: Permission android.permission.INTERNET requested by com.example.shop is not a changeable permission type",
        )
        .await;
        phone.check("pm grant com.example.shop", "", "Error: no permission specified\n", 1).await;
    }
}
