//! One `tools/call`: its circumstances in, its answer and its progress notes out.

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer,
    model::{
        CallToolRequestParams, CallToolResult, ProgressNotificationParam, ProgressToken,
        ProtocolVersion,
    },
    service::{Peer, RequestContext},
};
use serde_json::Value;
use tokio::sync::mpsc;

use super::content;
use crate::{
    host::Host,
    tools::{ClientId, Cx, Note, Progress, Registry},
};

pub(super) async fn call(
    registry: &Registry,
    host: Arc<Host>,
    client: Option<ClientId>,
    structured: bool,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let mut cx = Cx::new(host);
    cx.client = client;
    cx.cancel = context.ct.clone();
    let notes = context.meta.get_progress_token().map(|token| {
        let (progress, notes) = Progress::channel();
        cx.progress = progress;
        (token, notes)
    });
    let arguments = request.arguments.map_or(Value::Null, Value::Object);
    let call = registry.call(&request.name, arguments, cx);
    let reply = match notes {
        None => call.await,
        Some((token, notes)) => with_progress(call, &context.peer, token, notes).await,
    };
    match reply {
        Ok(reply) => Ok(content::call_result(reply.tell(structured), knows_links(&context))),
        Err(unknown) => Err(ErrorData::invalid_params(unknown.to_string(), None)),
    }
}

/// Links came with a later protocol than the oldest that is spoken.
fn knows_links(context: &RequestContext<RoleServer>) -> bool {
    context.peer.peer_info().is_none_or(|client| {
        client.protocol_version.as_str() >= ProtocolVersion::V_2025_06_18.as_str()
    })
}

/// Runs a call while passing its notes on; all of them are sent before its answer is.
async fn with_progress<T>(
    call: impl Future<Output = T>,
    peer: &Peer<RoleServer>,
    token: ProgressToken,
    mut notes: mpsc::Receiver<Note>,
) -> T {
    let (finish, mut finished) = tokio::sync::oneshot::channel::<()>();
    let call = async {
        let reply = call.await;
        drop(finish);
        reply
    };
    let forward = async {
        let mut done = f64::NEG_INFINITY;
        loop {
            let note = tokio::select! {
                biased;
                note = notes.recv() => note,
                // The tool may have left a clone behind; it has nothing more to say.
                _ = &mut finished => break,
            };
            let Some(note) = note else { break };
            // The protocol wants every note to be further along than the one before.
            if note.done > done {
                done = note.done;
                notify(peer, &token, note).await;
            }
        }
    };
    tokio::join!(call, forward).0
}

async fn notify(peer: &Peer<RoleServer>, token: &ProgressToken, note: Note) {
    let mut param = ProgressNotificationParam::new(token.clone(), note.done);
    param.total = note.total;
    param.message = Some(note.message).filter(|message| !message.is_empty());
    if let Err(error) = peer.notify_progress(param).await {
        tracing::debug!(%error, "a progress note was not taken");
    }
}
