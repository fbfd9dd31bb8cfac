//! The command line: one app or all, with the times of each frame, or counted anew.

use super::frames;
use crate::android::Android;
use crate::userland::system::dumpsys::{lines::Lines, target};

pub(in super::super) async fn dump(android: &Android, arguments: &[&str]) -> String {
    let (mut times, mut reset, mut name) = (false, false, None);
    for word in arguments {
        match *word {
            "framestats" => times = true,
            "reset" => reset = true,
            word if word.starts_with('-') => {}
            word => name = name.or(Some(word)),
        }
    }
    let Some(processes) = target::processes(android, name) else {
        return format!("No process found for: {}\n", name.unwrap_or_default());
    };
    let mut lines = Lines::new("Applications Graphics Acceleration Info:");
    lines.add(target::uptime(android));
    for process in processes {
        lines.add(format_args!(
            "\n** Graphics info for pid {} [{}] **\n",
            process.pid, process.name
        ));
        frames::describe(android, &mut lines, process.pid, times).await;
        if reset {
            android.reset_frames(process.pid);
        }
    }
    lines.text()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::{OnPhone, SHOP};

    async fn total(phone: &OnPhone) -> u64 {
        let script = format!("dumpsys gfxinfo {SHOP} | grep 'Total frames' | cut -d' ' -f4");
        phone.out(&script).await.trim().parse().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn counts_what_is_drawn() {
        let phone = OnPhone::shop().await;
        let before = total(&phone).await;
        assert!(before > 0);
        phone.driver.tap("email").await;
        assert!(total(&phone).await > before);
        phone.out(&format!("dumpsys gfxinfo {SHOP} reset")).await;
        assert_eq!(total(&phone).await, 0);
        let out = phone.out(&format!("dumpsys gfxinfo {SHOP} framestats")).await;
        assert_eq!(out.matches("---PROFILEDATA---\n").count(), 2, "{out}");
        phone.check("dumpsys gfxinfo com.x", "No process found for: com.x\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_row_for_each_frame() {
        let phone = OnPhone::shop().await;
        phone.driver.tap("email").await;
        let frames = total(&phone).await;
        let script = format!("dumpsys gfxinfo {SHOP} framestats | grep -c '^0,'");
        phone.check(&script, &format!("{frames}\n"), "", 0).await;
        let columns = format!(
            "dumpsys gfxinfo {SHOP} framestats | grep -E '^(Flags|0),' | tr -cd ',\\n' | sort -u | wc -l"
        );
        phone.check(&columns, "1\n", "", 0).await;
    }
}
