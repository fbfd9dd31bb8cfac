//! `dumpsys battery`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &["dumpsys/battery.txt"],
    lacking: &[(
        "printed after API 34",
        "battery/Capacity level, battery/Charging policy, battery/Charging state, \
             battery/The last voltage value sent via the battery changed broadcast",
    )],
    beyond: &[],
};

fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines().skip(1) {
        fields.put_label("battery", line);
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::home().await.run("dumpsys battery").await);
}
