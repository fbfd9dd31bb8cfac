//! How the display lies on the panel, as display and input manager print it.

use super::DISPLAY_ID;
use crate::android::Android;
use crate::screen::Size;

/// `DisplayViewport{type=INTERNAL, …}`
pub(super) fn viewport(android: &Android) -> String {
    let display = android.display();
    let (size, own) = (display.size(), display.physical_size);
    let (orientation, shape) = (display.rotation.number(), java_rect(size));
    format!(
        "DisplayViewport{{type=INTERNAL, valid=true, isActive={}, displayId=0, uniqueId='local:{DISPLAY_ID}', \
         physicalPort=0, orientation={orientation}, logicalFrame={shape}, physicalFrame={shape}, \
         deviceWidth={}, deviceHeight={}}}",
        android.power().awake,
        own.width,
        own.height,
    )
}

/// `Rect(0, 0 - 1080, 2400)`
pub(super) fn java_rect(size: Size) -> String {
    format!("Rect(0, 0 - {}, {})", size.width, size.height)
}
