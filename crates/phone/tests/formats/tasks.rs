//! `dumpsys activity recents`, recorded at API level 28.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;
use phone::android::Api;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &["dumpsys/activity-recents-api28-car-excerpt.txt"],
    lacking: &[("no app here has aliases", "task/origActivity")],
    beyond: &[("the car's apps are all the system's", "task/effectiveUid")],
};

fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut part = "head";
    for line in text.lines() {
        let body = line.trim_start();
        if let Some((_, task)) = body.split_once("* Recent #") {
            part = "task";
            let task = task.split_once('{').map_or("", |(_, inside)| inside);
            fields.put_pairs("name", task);
        } else {
            fields.put_pairs(part, body);
        }
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::shop_of(Api::Android9).await.run("dumpsys activity recents").await);
}
