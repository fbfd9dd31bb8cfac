//! `dumpsys display`: the display as the display manager knows it.

use super::DISPLAY_ID;
use super::lines::Lines;
use super::viewport::{java_rect, viewport};
use crate::android::{Android, Display, Namespace};
use crate::screen::Size;

const MODE_SPECS: &str = "{baseModeId=1 allowGroupSwitching=false primary=physical: [60.0, 60.0] render: [60.0, 60.0] appRequest=physical: [60.0, 60.0] render: [60.0, 60.0]}";
const HDR: &str = "HdrCapabilities{mSupportedHdrTypes=[], mMaxLuminance=500.0, mMaxAverageLuminance=500.0, mMinLuminance=0.0}";

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let state = State::of(android);
    let mut lines = Lines::new("DISPLAY MANAGER (dumpsys display)");
    state.manager(android, &mut lines);
    state.device(&mut lines);
    state.logical(android, &mut lines);
    state.power(android, &mut lines);
    lines.text()
}

struct State {
    display: Display,
    /// `ON` or `OFF`.
    power: &'static str,
    /// 0 to 1, -1 while the screen is off.
    brightness: String,
}

impl State {
    fn of(android: &Android) -> Self {
        let awake = android.power().awake;
        let setting = android.setting(Namespace::System, "screen_brightness");
        let level = setting.and_then(|value| value.parse::<f32>().ok()).unwrap_or(102.0);
        let share = (level / 255.0).clamp(0.0, 1.0);
        Self {
            display: android.display(),
            power: if awake { "ON" } else { "OFF" },
            brightness: if awake { format!("{share:?}") } else { "-1.0".to_owned() },
        }
    }

    fn manager(&self, android: &Android, lines: &mut Lines) {
        let Size { width, height } = self.display.physical_size;
        let (power, brightness) = (self.power, &self.brightness);
        lines.add("  mSafeMode=false\n  mPendingTraversal=false");
        lines.add(format_args!("  mViewports=[{}]", viewport(android)));
        lines.add("  mDefaultDisplayDefaultColorMode=0\n  mWifiDisplayScanRequestCount=0");
        lines.add(format_args!("  mStableDisplaySize=Point({width}, {height})"));
        lines.add("  mMinimumBrightnessCurve=[(0.0, 0.0), (2000.0, 50.0), (4000.0, 90.0)]\n");
        lines.add("Display States: size=1\n  Display Id=0");
        lines.add(format_args!("  Display State={power}\n  Display Brightness={brightness}"));
        lines.add(format_args!("  Display SdrBrightness={brightness}\n"));
        lines.add("Display Adapters: size=3\n  LocalDisplayAdapter\n  VirtualDisplayAdapter");
        lines.add("  OverlayDisplayAdapter\n    mCurrentOverlaySetting=\n    mOverlays: size=0\n");
    }

    /// The panel: it never turns.
    fn device(&self, lines: &mut Lines) {
        let Size { width, height } = self.display.physical_size;
        let (power, density) = (self.power, self.display.physical_density);
        let mode = mode(self.display.physical_size);
        let shape = java_rect(self.display.size());
        let dpi = format!("{density}.0");
        let sf_mode = format!(
            "DisplayMode{{id=0, width={width}, height={height}, xDpi={dpi}, yDpi={dpi}, refreshRate=60.0, appVsyncOffsetNanos=1000000, presentationDeadlineNanos=16666666, supportedHdrTypes=[], group=0}}"
        );
        lines.add(format_args!(
            "Display Devices: size=1\n  DisplayDeviceInfo{{\"Built-in Screen\": uniqueId=\"local:{DISPLAY_ID}\", {width} x {height}, modeId 1, renderFrameRate 60.0, defaultModeId 1, supportedModes [{mode}], colorMode 0, supportedColorModes [0], hdrCapabilities {HDR}, allmSupported false, gameContentTypeSupported false, density {density}, {dpi} x {dpi} dpi, appVsyncOff 1000000, presDeadline 16666666, touch INTERNAL, rotation 0, type INTERNAL, address {{port=0}}, deviceProductInfo null, state {power}, committedState {power}, frameRateOverride , brightnessMinimum 0.0, brightnessMaximum 1.0, brightnessDefault 0.4, hdrSdrRatio NaN, FLAG_ALLOWED_TO_BE_DEFAULT_DISPLAY, FLAG_ROTATES_WITH_CONTENT, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, installOrientation 0, displayShape DisplayShape{{ spec=-311912193 displayWidth={width} displayHeight={height} physicalPixelDisplaySizeRatio=1.0 rotation=0 offsetX=0 offsetY=0 scale=1.0}}}}"
        ));
        lines.add(format_args!(
            "    mAdapter=LocalDisplayAdapter\n    mUniqueId=local:{DISPLAY_ID}"
        ));
        lines.add("    mDisplayToken=android.os.BinderProxy@7a3c1d5\n    mCurrentLayerStack=0\n    mCurrentFlags=1");
        lines.add(format_args!("    mCurrentOrientation={}", self.display.rotation.number()));
        lines.add(format_args!(
            "    mCurrentLayerStackRect={shape}\n    mCurrentDisplayRect={shape}"
        ));
        lines.add(format_args!("    mCurrentSurface=null\n    mPhysicalDisplayId={DISPLAY_ID}"));
        lines.add(format_args!(
            "    mDisplayModeSpecs={MODE_SPECS}\n    mDisplayModeSpecsInvalid=false"
        ));
        lines.add("    mActiveModeId=1\n    mActiveColorMode=0\n    mDefaultModeId=1\n    mUserPreferredModeId=-1");
        lines.add(format_args!("    mState={power}\n    mCommittedState={power}"));
        lines.add(format_args!("    mBrightnessState={}", self.brightness));
        lines.add("    mBacklightAdapter=BacklightAdapter [useSurfaceControl=true (force_anyway? false), backlight=null]");
        lines.add("    mAllmSupported=false\n    mAllmRequested=false");
        lines.add("    mGameContentTypeSupported=false\n    mGameContentTypeRequested=false");
        lines.add(format_args!(
            "    mStaticDisplayInfo=StaticDisplayInfo{{isInternal=true, density={:?}, secure=true, deviceProductInfo=null, installOrientation=0}}",
            f64::from(density) / 160.0
        ));
        lines.add(format_args!("    mSfDisplayModes=\n      {sf_mode}"));
        lines.add(format_args!(
            "    mActiveSfDisplayMode={sf_mode}\n    mActiveRenderFrameRate=60.0"
        ));
        lines.add(format_args!("    mSupportedModes=\n      DisplayModeRecord{{mMode={mode}}}"));
        lines.add("    mSupportedColorModes=[0]\n");
    }

    /// The display that apps see: turned, resized, of another density.
    fn logical(&self, android: &Android, lines: &mut Lines) {
        let power = android.power();
        let (own, now) = (self.display.physical_size, self.display.size());
        let density = self.display.density();
        let rotation = self.display.rotation.number();
        let base = self.info(own, own, 0, self.display.physical_density);
        let navigation = android.state().config().insets.navigation_bar;
        let app = Size::new(now.width, now.height - navigation);
        let turned = self.info(now, app, rotation, density);
        lines.add("LogicalDisplayMapper:\n  mSingleDisplayDemoMode=false");
        lines.add("  mCurrentLayout=[{dispId: 0(ON), displayGroupName: , addr: {port=0}, mThermalBrightnessThrottlingMapId: null, mRefreshRateZoneId: null, mLeadDisplayId: -1, mThermalRefreshRateThrottlingMapId: null}]");
        lines.add("  mDeviceStatesOnWhichToWakeUp={}\n  mDeviceStatesOnWhichToSleep={}");
        lines.add(format_args!("  mInteractive={}\n  mBootCompleted=true\n", power.awake));
        lines
            .add("  Logical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mIsEnabled=true");
        lines.add(
            "    mIsInTransition=false\n    mLayerStack=0\n    mPosition=-1\n    mHasContent=true",
        );
        lines.add(format_args!(
            "    mDesiredDisplayModeSpecs={MODE_SPECS}\n    mRequestedColorMode=0"
        ));
        lines.add("    mDisplayOffset=(0, 0)\n    mDisplayScalingDisabled=false");
        lines.add("    mPrimaryDisplayDevice=Built-in Screen");
        lines.add(format_args!("    mBaseDisplayInfo={base}\n    mOverrideDisplayInfo={turned}"));
        lines.add("    mRequestedMinimalPostProcessing=false\n    mFrameRateOverrides=[]");
        lines.add("    mPendingFrameRateOverrideUids={}\n    mDisplayGroupName=\n    mThermalBrightnessThrottlingDataId=default");
        lines.add("    mLeadDisplayId=-1\n    mLayoutLimitedRefreshRate=null\n    mThermalRefreshRateThrottling={}\n");
        let processes = android.processes();
        let asking: Vec<_> = processes.iter().filter(|process| process.uid >= 10_000).collect();
        lines.add(format_args!("Callbacks: size={}", asking.len()));
        for (index, process) in asking.into_iter().enumerate() {
            lines.add(format_args!(
                "  {index}: mPid={}, mWifiDisplayScanRequested=false",
                process.pid
            ));
        }
    }

    fn info(&self, real: Size, app: Size, rotation: u8, density: u32) -> String {
        let (power, mode) = (self.power, mode(self.display.physical_size));
        let (short, long) = (real.width.min(real.height), real.width.max(real.height));
        let dpi = format!("{}.0", self.display.physical_density);
        format!(
            "DisplayInfo{{\"Built-in Screen\", displayId 0, displayGroupId 0, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, real {} x {}, largest app {long} x {long}, smallest app {short} x {short}, appVsyncOff 1000000, presDeadline 16666666, mode 1, defaultMode 1, modes [{mode}], hdrCapabilities {HDR}, userDisabledHdrTypes [], minimalPostProcessingSupported false, rotation {rotation}, state {power}, committedState {power}, type INTERNAL, uniqueId \"local:{DISPLAY_ID}\", app {} x {}, density {density} ({dpi} x {dpi}) dpi, layerStack 0, colorMode 0, supportedColorModes [0], address {{port=0}}, deviceProductInfo null, removeMode 0, refreshRateOverride 0.0, brightnessMinimum 0.0, brightnessMaximum 1.0, brightnessDefault 0.4, installOrientation ROTATION_0, layoutLimitedRefreshRate null, hdrSdrRatio not_available, thermalRefreshRateThrottling {{}}, thermalBrightnessThrottlingDataId default}}",
            real.width, real.height, app.width, app.height,
        )
    }

    fn power(&self, android: &Android, lines: &mut Lines) {
        let (power, brightness) = (self.power, &self.brightness);
        let awake = android.power().awake;
        let Size { width, height } = self.display.size();
        let policy = if awake { "BRIGHT" } else { "OFF" };
        lines.add("\nDisplay Power Controllers: size=1\n\nDisplay Power Controller:\n  mDisplayId=0\n  mLightSensor=null");
        lines.add("\nDisplay Power Controller Locked State:\n  mDisplayReadyLocked=true");
        lines.add(format_args!("  mPendingRequestLocked=policy={policy}, useProximitySensor=false, screenBrightnessOverride=NaN, useAutoBrightness=false, screenAutoBrightnessAdjustmentOverride=NaN, screenLowPowerBrightnessFactor=0.5, blockScreenOn=false, lowPowerMode=false, boostScreenBrightness=false, dozeScreenBrightness=NaN, dozeScreenState=UNKNOWN"));
        lines.add("  mPendingRequestChangedLocked=false\n  mPendingWaitForNegativeProximityLocked=false\n  mPendingUpdatePowerStateLocked=false");
        lines.add(format_args!("\nDisplay Power State:\n  mStopped=false\n  mScreenState={power}"));
        lines.add(format_args!(
            "  mScreenBrightness={brightness}\n  mSdrScreenBrightness={brightness}"
        ));
        lines.add("  mScreenReady=true\n  mScreenUpdatePending=false\n  mColorFadePrepared=false");
        lines.add(format_args!("  mColorFadeLevel={}", if awake { "1.0" } else { "0.0" }));
        lines.add("  mColorFadeReady=true\n  mColorFadeDrawPending=false");
        lines.add(format_args!("\nPhotonic Modulator State:\n  mPendingState={power}"));
        lines.add(format_args!(
            "  mPendingBacklight={brightness}\n  mPendingSdrBacklight={brightness}"
        ));
        lines.add(format_args!("  mActualState={power}\n  mActualBacklight={brightness}"));
        lines.add(format_args!("  mActualSdrBacklight={brightness}"));
        lines.add("  mStateChangeInProgress=false\n  mBacklightChangeInProgress=false");
        lines.add("\nColor Fade State:\n  mPrepared=false\n  mMode=0\n  mDisplayLayerStack=0");
        lines.add(format_args!("  mDisplayWidth={width}\n  mDisplayHeight={height}"));
        lines.add("  mSurfaceVisible=false\n  mSurfaceAlpha=0.0");
        lines.add("\nDisplay Window Policy Controllers: size=0");
    }
}

fn mode(size: Size) -> String {
    format!(
        "{{id=1, width={}, height={}, fps=60.0, alternativeRefreshRates=[], supportedHdrTypes=[]}}",
        size.width, size.height
    )
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn orientation_comes_first() {
        let phone = OnPhone::shop().await;
        let script = "dumpsys display | grep -oE 'orientation=[0-9]+' | head -n 1";
        phone.check(script, "orientation=0\n", "", 0).await;
        phone.check(&format!("wm user-rotation lock 1; {script}"), "orientation=1\n", "", 0).await;
        let out = phone.out("dumpsys display").await;
        assert!(out.contains("mCurrentOrientation=1\n"), "{out}");
        let turned = "dumpsys display | grep mOverrideDisplayInfo | grep -oE '(real|rotation|density|state) [^,(]*' | tr '\\n' ' '";
        let shown = "real 2400 x 1080 rotation 1 state ON density 420  ";
        phone.check(turned, shown, "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_internal_viewport() {
        let phone = OnPhone::shop().await;
        let begin = "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:4619827259835644672', ";
        let line = phone.out("dumpsys display | grep mViewports").await;
        assert!(line.starts_with(begin), "{line}");
        let off = "input keyevent SLEEP; dumpsys display | grep 'Display State='";
        phone.check(off, "  Display State=OFF\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn brightness_is_a_setting() {
        let phone = OnPhone::home().await;
        phone.out("settings put system screen_brightness 255").await;
        let script = "dumpsys display | grep 'Display Brightness'";
        phone.check(script, "  Display Brightness=1.0\n", "", 0).await;
    }
}
