//! The phone's own apps, driven as a user drives them.

use super::*;
use crate::android::Android;

#[tokio::test(start_paused = true)]
async fn every_embedded_definition_is_valid() {
    for yaml in [include_str!("../../assets/shop.yaml"), include_str!("../../assets/torture.yaml")]
    {
        if let Err(error) = declared(yaml) {
            panic!("{error}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn shows_pictures() {
    let android = Android::builder().start();
    android.wait_quiet(std::time::Duration::from_secs(1), std::time::Duration::from_secs(5)).await;
    std::fs::write("/tmp/home.png", android.screenshot().await.png()).unwrap();
    println!("{}", android.dump(false).await.unwrap());
}
