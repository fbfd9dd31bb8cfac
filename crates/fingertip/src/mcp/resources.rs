//! What a server offers to read besides its tools' answers.

use async_trait::async_trait;

use crate::tools::{Body, ClientId};

/// A collection of things that a client can read by their address.
#[async_trait]
pub trait Resources: Send + Sync {
    /// What this client can read right now.
    fn list(&self, client: Option<&ClientId>) -> Vec<Resource>;

    /// Addresses with a blank in them, for what is too much to list.
    fn templates(&self) -> Vec<Template> {
        Vec::new()
    }

    /// `None` when there is nothing at this address.
    async fn read(&self, client: Option<&ClientId>, uri: &str) -> Option<Contents>;

    /// What to tell whoever asked for an address with nothing at it.
    fn missing(&self) -> &'static str {
        "nothing is there to read"
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    pub uri: String,
    pub name: String,
    pub description: &'static str,
    pub mime: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// As in RFC 6570.
    pub uri_template: &'static str,
    pub name: &'static str,
    pub description: &'static str,
    pub mime: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    pub mime: &'static str,
    pub body: Body,
}
