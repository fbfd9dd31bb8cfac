//! Which devices there are: those of the adb server, and the phone inside this process. The only
//! module that knows both ends of the wire.

use std::sync::Arc;

use async_trait::async_trait;
use device::android::{AdbServer, Dial, Single};
use engine::{Deadline, Fleet, Source};
use phone::Phone;
use tokio::sync::OnceCell;

use crate::host::Devices;

/// What the embedded phone is called.
pub(crate) const PHONE: &str = "phone";

pub(crate) fn fleet(devices: Devices) -> Result<Fleet, engine::Error> {
    let mut sources: Vec<Arc<dyn Source>> = Vec::new();
    // With a phone at hand nobody needs an adb server to be started, or even to be named well.
    match AdbServer::from_env(&adb::process_env, !devices.phone) {
        Ok(server) => sources.push(Arc::new(server)),
        Err(error) if devices.phone => tracing::error!(%error, "only the embedded phone is there"),
        Err(error) => return Err(error.into()),
    }
    let mut preferred = adb::preferred_serial(&adb::process_env);
    if devices.phone {
        let phone = Single::new(PHONE, "Fingertip Phone", Embedded::default()).private();
        sources.insert(0, Arc::new(phone));
        preferred = Some(PHONE.to_owned());
    }
    Ok(Fleet::new(sources, preferred))
}

/// Boots the phone when it is first needed, and plugs a new cable in whenever one is asked for.
#[derive(Default)]
struct Embedded {
    phone: OnceCell<Phone>,
}

#[async_trait]
impl Dial for Embedded {
    async fn dial(&self, deadline: Deadline) -> adb::Result<adb::Direct> {
        let boot = || async {
            let built = Phone::builder().serial(PHONE).build();
            built.map_err(|error| adb::Error::Io {
                what: "booting the embedded phone",
                source: std::io::Error::other(error),
            })
        };
        let phone = self.phone.get_or_try_init(boot).await?;
        adb::Direct::handshake(phone.connect(), deadline).await
    }
}
