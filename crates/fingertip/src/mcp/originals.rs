//! The originals of pictures, as resources of whoever was sent a link to them.

use async_trait::async_trait;

use super::{Contents, Resource, Resources};
use crate::host::Host;
use crate::pictures::Original;
use crate::tools::{Body, ClientId};

const MIME: &str = "image/png";

#[async_trait]
impl Resources for Host {
    fn list(&self, client: Option<&ClientId>) -> Vec<Resource> {
        let resource = |original: Original| Resource {
            uri: original.uri,
            name: format!("screenshot of {}", original.device),
            description: "A screenshot as the device made it.",
            mime: MIME,
        };
        self.pictures.kept(client).into_iter().map(resource).collect()
    }

    async fn read(&self, client: Option<&ClientId>, uri: &str) -> Option<Contents> {
        let original = self.pictures.read(client, uri)?;
        Some(Contents { mime: MIME, body: Body::Bytes(original.png) })
    }

    fn missing(&self) -> &'static str {
        "no picture is kept at this address: only the last few are; take a new one with capture_screenshot and original"
    }
}
