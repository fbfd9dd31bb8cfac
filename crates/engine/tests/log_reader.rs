//! The one log reader of a device, as the phone sees it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use device::android::{Dial, Single};
use engine::{Deadline, Desk, Secrets, Source as _};
use phone::Phone;

struct Cable(Arc<Phone>);

#[async_trait]
impl Dial for Cable {
    async fn dial(&self, deadline: Deadline) -> adb::Result<adb::Direct> {
        adb::Direct::handshake(self.0.connect(), deadline).await
    }
}

fn readers(phone: &Phone) -> usize {
    phone.android().processes().iter().filter(|process| process.name == "logcat").count()
}

async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn one_begins_with_the_first_need_and_ends_with_the_desk() {
    let phone = Arc::new(Phone::builder().serial("phone").build().unwrap());
    let single = Single::new("phone", "Phone", Cable(Arc::clone(&phone)));
    let soon = Deadline::after(Duration::from_secs(9));
    let desk = Desk::new(single.open("phone", soon).await.unwrap().unwrap(), Secrets::default());
    desk.read(soon).await.unwrap();
    assert_eq!(readers(&phone), 0, "looking needs no log");
    desk.open(None, soon).await.unwrap();
    desk.open(None, soon).await.unwrap();
    until(|| readers(&phone) > 0).await;
    desk.read(soon).await.unwrap();
    assert_eq!(readers(&phone), 1);
    drop(desk);
    until(|| readers(&phone) == 0).await;
}
