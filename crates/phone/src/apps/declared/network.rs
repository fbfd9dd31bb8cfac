//! Calls over the network as OkHttp's logging interceptor shows them. Nothing leaves the host: what is
//! answered stands in the definition, and whether anything is, and when, depends on the
//! phone's radios and on how slow its network was made.

use std::time::Duration;

use super::{Value, action::Fetch, program::Locals};
use crate::android::{Host, Level};

const TAG: &str = "okhttp.OkHttpClient";
/// Threads of the dispatcher, counted from the main one.
const FIRST_THREAD: u32 = 31;
const THREADS: u32 = 5;

/// A call on its way.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) url: String,
    pub(crate) locals: Locals,
    thread: u32,
}

/// What came of it.
pub(crate) enum Answer {
    Received { status: u16, body: String },
    Failed(String),
}

/// The lines of a request.
pub(crate) fn request(
    host: &Host,
    number: u32,
    fetch: &Fetch,
    url: String,
    sent: Option<String>,
    locals: &Locals,
) -> Call {
    let thread = FIRST_THREAD + number % THREADS;
    let log = |line: &str| host.log_on(thread, Level::Info, TAG, line);
    let method = fetch.method.name();
    log(&format!("--> {method} {url}"));
    match sent {
        Some(body) => {
            log("Content-Type: application/json; charset=utf-8");
            log(&format!("Content-Length: {}", body.len()));
            log("");
            log(&body);
            log(&format!("--> END {method} ({}-byte body)", body.len()));
        }
        None => log(&format!("--> END {method}")),
    }
    Call { url, locals: Locals::clone(locals), thread }
}

/// The lines of its end.
pub(crate) fn answer(host: &Host, call: &Call, took: Duration, answer: &Answer) {
    let log = |line: &str| host.log_on(call.thread, Level::Info, TAG, line);
    match answer {
        Answer::Failed(why) => log(&format!("<-- HTTP FAILED: {why}")),
        Answer::Received { status, body } => {
            let reason = reason(*status);
            let (url, ms) = (&call.url, took.as_millis());
            log(&format!("<-- {status} {reason} {url} ({ms}ms)"));
            log("content-type: application/json; charset=utf-8");
            if let Some(now) = host.now() {
                log(&format!("date: {}", now.strftime("%a, %d %b %Y %H:%M:%S GMT")));
            }
            log("");
            if !body.is_empty() {
                log(body);
            }
            log(&format!("<-- END HTTP ({}-byte body)", body.len()));
        }
    }
}

/// Without a network no name can be resolved.
pub(crate) fn no_network(url: &str) -> String {
    let host = url.split("://").nth(1).unwrap_or(url);
    let host = host.split(['/', ':', '?']).next().unwrap_or_default();
    format!(
        "java.net.UnknownHostException: Unable to resolve host \"{host}\": No address associated \
         with hostname"
    )
}

pub(crate) const TIMEOUT: &str = "java.net.SocketTimeoutException: timeout";

pub(crate) fn status(value: Option<Value>) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "100 to 599")]
    value.map_or(200, |value| value.number().clamp(100.0, 599.0) as u16)
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        304 => "Not Modified",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        422 => "Unprocessable Entity",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "",
    }
}
