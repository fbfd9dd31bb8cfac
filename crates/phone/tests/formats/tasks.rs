//! `dumpsys activity recents`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &["dumpsys/activity-recents-api28-car-excerpt.txt"],
    lacking: &[(
        "printed before API 34",
        "name/StackId, task/hasBeenVisible, task/numFullscreen, task/origActivity, \
             task/realActivity, task/stackId",
    )],
    beyond: &[(
        "as API 34 prints it",
        "head/mFreezeTaskListReordering, name/mode, name/rootTaskId, name/translucent, \
             name/type, name/visible, name/visibleRequested, task/effectiveUid, \
             task/mActivityComponent, task/mCallingFeatureId, task/mHasBeenVisible, \
             task/rootTaskId, task/taskId",
    )],
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
    FORMAT.check(&Device::shop().await.run("dumpsys activity recents").await);
}
