//! Where packages lie and how they are described.

use super::{check, phone};
use crate::android::Api;

#[tokio::test(start_paused = true)]
async fn where_they_lie() {
    for api in Api::ALL {
        let path = phone(api).await.out("pm path com.example.shop").await;
        let outer = path.starts_with("package:/data/app/~~");
        assert_eq!(outer, api.since(30), "{path}");
        assert!(path.ends_with("==/base.apk\n") && path.contains("/com.example.shop-"), "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn how_dumpsys_describes_them() {
    let script =
        "dumpsys package com.example.shop | grep -oE '^ +(userId|appId|dataDir|firstInstallTime)='";
    let first = "    firstInstallTime=\n";
    let data = "    dataDir=\n";
    let old = format!("    userId=\n{data}{first}");
    let middle = format!("    userId=\n    appId=\n{data}{first}  {first}");
    let new = format!("    appId=\n  {data}  {first}");
    check(script, [(&old, 0), (&old, 0), (&middle, 0), (&new, 0)]).await;
}

#[tokio::test(start_paused = true)]
async fn what_the_image_says_of_itself() {
    let script = "getprop ro.build.version.sdk; getprop ro.build.version.release; \
                  getprop ro.build.version.codename; getprop ro.boot.qemu; \
                  pm list packages --show-versioncode com.android.systemui";
    let text = |sdk: &str, release: &str, qemu: &str| {
        format!("{sdk}\n{release}\nREL\n{qemu}\npackage:com.android.systemui versionCode:{sdk}\n")
    };
    let texts =
        [text("28", "9", ""), text("31", "12", "1"), text("34", "14", "1"), text("36", "16", "1")];
    let [a, b, c, d] = &texts;
    check(script, [(a, 0), (b, 0), (c, 0), (d, 0)]).await;
    for api in Api::ALL {
        let fingerprint = phone(api).await.out("getprop ro.build.fingerprint").await;
        let begin = format!("Fingertip/fingertip_phone/phone:{}/", api.release());
        assert!(fingerprint.starts_with(&begin), "{fingerprint}");
    }
}
