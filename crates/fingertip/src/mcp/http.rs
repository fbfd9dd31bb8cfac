//! Streamable HTTP: several clients, with a session each or none at all.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{Router, middleware, serve::ListenerExt as _};
use rmcp::transport::{
    StreamableHttpServerConfig, StreamableHttpService,
    streamable_http_server::session::local::LocalSessionManager,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{Server, token};

/// Where clients find us under the address.
const PATH: &str = "/mcp";

/// The largest request taken, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;

/// An agent may think, or its person sleep, before it calls again.
const SESSION_RESTS: Duration = Duration::from_hours(8);

#[derive(Debug, Clone)]
pub struct HttpOptions {
    pub address: SocketAddr,
    /// Required unless the address can be reached from this machine only.
    pub token: Option<String>,
    /// Names by which clients may call this machine, beside its address and `localhost`.
    pub hosts: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    #[error("{0} can be reached from other machines, so a token is required")]
    TokenRequired(SocketAddr),
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    #[error(transparent)]
    Serve(#[from] io::Error),
}

/// A server that has its address but does not answer yet.
pub struct Http {
    listener: TcpListener,
    address: SocketAddr,
    options: HttpOptions,
}

impl Http {
    pub async fn bind(options: HttpOptions) -> Result<Self, HttpError> {
        let token_is_missing = options.token.as_deref().is_none_or(str::is_empty);
        if token_is_missing && !options.address.ip().is_loopback() {
            return Err(HttpError::TokenRequired(options.address));
        }
        let cannot_listen = |error| HttpError::Listen(options.address, error);
        let listener = TcpListener::bind(options.address).await.map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        Ok(Self { listener, address, options })
    }

    /// What a client on this machine is configured with.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
                IpAddr::V6(_) => IpAddr::V6(std::net::Ipv6Addr::LOCALHOST),
            });
        }
        format!("http://{address}{PATH}")
    }

    /// Serves all clients until `stop` is cancelled.
    pub async fn serve(self, server: Server, stop: CancellationToken) -> Result<(), HttpError> {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(SESSION_RESTS);
        let service = StreamableHttpService::new(
            move || Ok(server.for_session()),
            Arc::new(sessions),
            config(self.address, &self.options.hosts, &stop),
        );
        let mut router = Router::new().route_service(PATH, service);
        if let Some(token) = self.options.token.filter(|token| !token.is_empty()) {
            let token = Arc::<str>::from(token);
            router = router.layer(middleware::from_fn_with_state(token, token::require));
        }
        let listener = self.listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "TCP_NODELAY was refused");
            }
        });
        axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).await?;
        Ok(())
    }
}

fn config(
    address: SocketAddr,
    hosts: &[String],
    stop: &CancellationToken,
) -> StreamableHttpServerConfig {
    let config = StreamableHttpServerConfig::default()
        .with_cancellation_token(stop.clone())
        .with_max_request_body_bytes(LARGEST);
    let mut allowed: Vec<String> = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into();
    allowed.push(address.ip().to_string());
    allowed.extend_from_slice(hosts);
    let origins = allowed.iter().flat_map(|host| origins(host)).collect::<Vec<_>>();
    let config = config.with_allowed_origins(origins).enforce_origin_validation();
    if address.ip().is_unspecified() && hosts.is_empty() {
        // Reachable under names that we cannot know; the token, which no foreign page has, guards.
        config.disable_allowed_hosts()
    } else {
        config.with_allowed_hosts(allowed)
    }
}

/// The pages that a browser may call us from: those that this machine itself serves.
fn origins(host: &str) -> [String; 2] {
    let host = if host.contains(':') && !host.contains('.') && !host.starts_with('[') {
        format!("[{host}]")
    } else {
        host.to_owned()
    };
    ["http", "https"].map(|scheme| format!("{scheme}://{host}:*"))
}
