//! JSON-RPC, one message a line. Whatever arrives, the connection lives on: what is no message
//! gets an error in answer, and a line without an end is not kept.

use std::{io, time::Duration};

use rmcp::{
    ErrorData, RoleServer,
    model::{
        ClientJsonRpcMessage, ClientRequest, ErrorCode, GetMeta as _, ProtocolVersion, RequestId,
        ServerJsonRpcMessage,
    },
    transport::Transport,
};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    sync::mpsc,
    task::JoinHandle,
};

/// The longest line taken, in bytes. Tools take short arguments; pictures only go out.
const LONGEST: usize = 4 * 1024 * 1024;

/// How long a client that has left may take to read what we still had to say.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A transport of lines. Writing happens in a task of its own, so that no line is ever cut in
/// half by a reader or caller that went away.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The rest of this line is to be thrown away.
    skipping: bool,
    /// What is still to be said about the last line. Kept here because `receive` may be dropped.
    complaint: Option<Vec<u8>>,
    opened: bool,
    output: Option<mpsc::Sender<Vec<u8>>>,
    writer: Option<JoinHandle<io::Result<()>>>,
}

impl<R: AsyncRead + Unpin + Send> Lines<R> {
    pub(super) fn new(input: R, output: impl AsyncWrite + Unpin + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel(16);
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            skipping: false,
            complaint: None,
            opened: false,
            output: Some(sender),
            writer: Some(tokio::spawn(write(output, receiver))),
        }
    }

    /// Reads on until a line is complete. Bytes already taken survive when this is dropped.
    async fn next_line(&mut self) -> io::Result<Line> {
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                // The last line may lack its end.
                let whole = !self.line.is_empty() && !self.skipping;
                return Ok(if whole { Line::Whole } else { Line::End });
            }
            let newline = available.iter().position(|byte| *byte == b'\n');
            let taken = newline.map_or(available.len(), |at| at + 1);
            if !self.skipping {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.input.consume(taken);
            let was_skipping = self.skipping;
            self.skipping = (was_skipping || self.line.len() > LONGEST) && newline.is_none();
            if !was_skipping && self.line.len() > LONGEST {
                self.line = Vec::new();
                return Ok(Line::TooLong);
            }
            if !was_skipping && newline.is_some() {
                return Ok(Line::Whole);
            }
        }
    }

    /// Before a client has opened the conversation, only a request can.
    fn is_due(&mut self, message: &ClientJsonRpcMessage) -> bool {
        if self.opened {
            return true;
        }
        let ClientJsonRpcMessage::Request(request) = message else { return false };
        let request = &request.request;
        let only_asks =
            matches!(request, ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_));
        let stands_alone =
            request.get_meta().missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty();
        self.opened =
            matches!(request, ClientRequest::InitializeRequest(_)) || (stands_alone && !only_asks);
        true
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

impl<R: AsyncRead + Unpin + Send> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = self.output.clone();
        async move {
            let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
            output.ok_or_else(gone)?.send(encode(&message)?).await.map_err(|_| gone())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let output = self.output.clone()?;
            if self.complaint.is_some() {
                let permit = output.reserve().await.ok()?;
                permit.send(self.complaint.take()?);
            }
            let line = tokio::select! {
                line = self.next_line() => line,
                // Nobody reads our answers any more.
                () = output.closed() => return None,
            };
            let complaint = match line {
                Err(error) => {
                    tracing::warn!(%error, "stdin cannot be read");
                    return None;
                }
                Ok(Line::End) => return None,
                Ok(Line::TooLong) => {
                    let message = format!("the message is longer than {LONGEST} bytes");
                    complaint(None, ErrorData::invalid_request(message, None))
                }
                Ok(Line::Whole) => {
                    let parsed = parse(&self.line);
                    self.line.clear();
                    match parsed {
                        Ok(Some(message)) if self.is_due(&message) => return Some(message),
                        Ok(_) => continue,
                        Err(complaint) => complaint,
                    }
                }
            };
            self.complaint = encode(&complaint).ok();
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output = None;
        let Some(writer) = self.writer.take() else { return Ok(()) };
        tokio::time::timeout(LAST_WORDS, writer).await?.map_err(io::Error::other)?
    }
}

async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut lines: mpsc::Receiver<Vec<u8>>,
) -> io::Result<()> {
    while let Some(line) = lines.recv().await {
        output.write_all(&line).await?;
        output.flush().await?;
    }
    Ok(())
}

/// `None` for what needs no answer.
fn parse(line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, Box<ServerJsonRpcMessage>> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    let error = match serde_json::from_slice(line) {
        Ok(message) => return Ok(Some(message)),
        Err(error) => error,
    };
    let Ok(value) = serde_json::from_slice::<Value>(line) else {
        let error = ErrorData::new(ErrorCode::PARSE_ERROR, format!("not JSON: {error}"), None);
        return Err(complaint(None, error));
    };
    let id = value.get("id").cloned();
    if id.is_none() && value.get("method").is_some_and(Value::is_string) {
        return Ok(None); // A notification that we do not know.
    }
    let id = id.and_then(|id| serde_json::from_value(id).ok());
    Err(complaint(id, ErrorData::invalid_request("not a JSON-RPC message", None)))
}

fn complaint(id: Option<RequestId>, error: ErrorData) -> Box<ServerJsonRpcMessage> {
    Box::new(ServerJsonRpcMessage::error(error, id))
}

fn encode(message: &ServerJsonRpcMessage) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
