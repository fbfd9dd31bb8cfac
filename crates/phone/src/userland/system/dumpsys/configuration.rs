//! The resource configuration as every dump prints it.

use crate::android::{Android, Config};

/// A configuration that overrides nothing.
pub(super) const NONE: &str = "{0.0 ?mcc0mnc ?localeList ?layoutDir ?swdp ?wdp ?hdp ?density ?lsize ?long ?ldr ?wideColorGamut ?orien ?uimode ?night ?touch ?keyb/?/? ?nav/? winConfig={ mBounds=Rect(0, 0 - 0, 0) mAppBounds=null mMaxBounds=Rect(0, 0 - 0, 0) mDisplayRotation=undefined mWindowingMode=undefined mActivityType=undefined mAlwaysOnTop=undefined mRotation=undefined}}";

/// `{1.0 310mcc260mnc [en_US] ldltr sw411dp …}`
pub(super) fn text(android: &Android) -> String {
    let locale = android.property("persist.sys.locale").unwrap_or_default().replace('-', "_");
    let config = android.state().config();
    let size = config.size;
    let (width, height) = (dp(size.width, &config), dp(size.height, &config));
    let smallest = width.min(height);
    let orientation = if size.width > size.height { "land" } else { "port" };
    let night = if config.night { " night" } else { "" };
    let rotation = rotation(&config);
    let content_bottom = size.height - config.insets.navigation_bar;
    format!(
        "{{{:.1} 310mcc260mnc [{locale}] ldltr sw{smallest}dp w{width}dp h{height}dp {}dpi nrml long {orientation}{night} \
         finger -keyb/v/h -nav/h winConfig={{ mBounds=Rect(0, 0 - {}, {}) mAppBounds=Rect(0, {} - {}, {content_bottom}) \
         mMaxBounds=Rect(0, 0 - {}, {}) mDisplayRotation={rotation} mWindowingMode=fullscreen \
         mDisplayWindowingMode=fullscreen mActivityType=undefined mAlwaysOnTop=undefined mRotation={rotation}}} s.1}}",
        config.font_scale,
        config.density,
        size.width,
        size.height,
        config.insets.status_bar,
        size.width,
        size.width,
        size.height,
    )
}

fn dp(pixels: i32, config: &Config) -> i64 {
    i64::from(pixels) * 160 / i64::from(config.density.max(1))
}

/// `ROTATION_90`
pub(super) fn rotation(config: &Config) -> String {
    format!("ROTATION_{}", u32::from(config.rotation.number()) * 90)
}
