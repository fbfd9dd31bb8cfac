//! Who a phone is, by its properties.

use adb::CommandLine;

use super::super::PLATFORM;
use super::{Result, run};
use crate::{Deadline, DeviceInfo};

const ASK: &str = "getprop ro.build.version.release; getprop ro.product.model; getprop ro.kernel.qemu; getprop ro.boot.qemu";

pub(in super::super) async fn info(
    adb: &adb::Device,
    id: &str,
    deadline: Deadline,
) -> Result<DeviceInfo> {
    let answer = run(adb, &CommandLine::constant(ASK), deadline).await?;
    let text = answer.text();
    let mut lines = text.lines().map(|line| line.trim().to_owned());
    let mut next = || lines.next().unwrap_or_default();
    let (os_version, model) = (next(), next());
    let simulator = [next(), next()].iter().any(|flag| flag == "1");
    Ok(DeviceInfo { platform: PLATFORM, id: id.to_owned(), os_version, model, simulator })
}
