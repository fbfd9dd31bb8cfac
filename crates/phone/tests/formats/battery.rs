//! `dumpsys battery`, recorded at API level 36.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;
use phone::android::Api;

pub(crate) const FORMAT: Format =
    Format { read, recordings: &["dumpsys/battery.txt"], lacking: &[], beyond: &[] };

fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines().skip(1) {
        fields.put_label("battery", line);
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::home_of(Api::Android16).await.run("dumpsys battery").await);
}
