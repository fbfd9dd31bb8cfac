//! The phone's own apps, driven as a user drives them.

use super::*;

#[tokio::test(start_paused = true)]
async fn every_embedded_definition_is_valid() {
    for yaml in [include_str!("../../assets/shop.yaml"), include_str!("../../assets/torture.yaml")]
    {
        if let Err(error) = declared(yaml) {
            panic!("{error}");
        }
    }
}
