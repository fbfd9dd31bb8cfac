//! Which devices there are: those of the adb server, and the phone inside this process. The only
//! module that knows both ends of the wire.

use std::sync::Arc;

use async_trait::async_trait;
use device::android::{AdbServer, Dial, Single};
use engine::{Deadline, Fleet, Source};
use phone::Phone;
use tokio::sync::OnceCell;

use crate::given::Given;
use crate::host::Devices;

/// What the embedded phone is called.
pub(crate) const PHONE: &str = "phone";

pub(crate) fn fleet(devices: Devices, given: Given) -> Result<Fleet, engine::Error> {
    let mut sources: Vec<Arc<dyn Source>> = Vec::new();
    // With a phone at hand nobody needs an adb server to be started, or even to be named well.
    match AdbServer::from_env(&adb::process_env, !devices.phone) {
        Ok(server) => sources.push(Arc::new(server)),
        Err(error) if devices.phone => tracing::error!(%error, "only the embedded phone is there"),
        Err(error) => return Err(error.into()),
    }
    let mut preferred = adb::preferred_serial(&adb::process_env);
    if devices.phone {
        let phone = Single::new(PHONE, "Fingertip Phone", Embedded::with(given)).private();
        sources.insert(0, Arc::new(phone));
        preferred = Some(PHONE.to_owned());
    }
    Ok(Fleet::new(sources, preferred))
}

/// Boots the phone when it is first needed, and plugs a new cable in whenever one is asked for.
struct Embedded {
    phone: Arc<OnceCell<Phone>>,
    given: Arc<Given>,
}

impl Embedded {
    fn with(given: Given) -> Self {
        let embedded = Self { phone: Arc::default(), given: Arc::new(given) };
        // To install a real app takes longer than a call may.
        if embedded.given.has_apks() {
            let (phone, given) = (Arc::clone(&embedded.phone), Arc::clone(&embedded.given));
            tokio::spawn(async move {
                if let Err(error) = phone.get_or_try_init(|| boot(&given)).await {
                    tracing::error!(error, "the embedded phone did not start");
                }
            });
        }
        embedded
    }
}

async fn boot(given: &Given) -> Result<Phone, String> {
    let builder = given.built_in(Phone::builder().serial(PHONE)).await;
    let phone = builder.build().map_err(|error| error.to_string())?;
    given.install(&phone).await?;
    Ok(phone)
}

#[async_trait]
impl Dial for Embedded {
    async fn dial(&self, deadline: Deadline) -> adb::Result<adb::Direct> {
        const WHAT: &str = "booting the embedded phone";
        let booted = self.phone.get_or_try_init(|| boot(&self.given));
        let failed =
            |error: String| adb::Error::Io { what: WHAT, source: std::io::Error::other(error) };
        let phone = deadline.run(WHAT, async { booted.await.map_err(failed) }).await?;
        adb::Direct::handshake(phone.connect(), deadline).await
    }
}
