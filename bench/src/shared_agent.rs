//! One server that several clients ask at the same time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::oneshot;

use crate::Outcome;
use crate::agent::Answer;

#[derive(Clone)]
pub struct SharedAgent {
    server: Arc<Server>,
}

struct Server {
    pid: Option<u32>,
    input: tokio::sync::Mutex<ChildStdin>,
    next: AtomicU64,
    waiting: Arc<Mutex<Waiting>>,
    /// Stops the server when it is dropped.
    _child: Child,
}

type Waiting = HashMap<u64, oneshot::Sender<Value>>;

impl SharedAgent {
    pub(crate) fn new(
        child: Child,
        input: ChildStdin,
        mut lines: Lines<BufReader<ChildStdout>>,
        next: u64,
    ) -> Self {
        let waiting: Arc<Mutex<Waiting>> = Arc::default();
        let answers = Arc::clone(&waiting);
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let message: Value = serde_json::from_str(&line).unwrap_or_default();
                let waits = message["id"].as_u64().and_then(|id| lock(&answers).remove(&id));
                if let Some(waits) = waits {
                    drop(waits.send(message));
                }
            }
            // Whoever still waits learns that nobody answers.
            lock(&answers).clear();
        });
        let server = Server {
            pid: child.id(),
            input: tokio::sync::Mutex::new(input),
            next: AtomicU64::new(next),
            waiting,
            _child: child,
        };
        Self { server: Arc::new(server) }
    }

    pub fn pid(&self) -> Outcome<u32> {
        Ok(self.server.pid.ok_or("the server is gone")?)
    }

    /// Whatever a tool answers.
    pub async fn answer(&self, tool: &str, arguments: &Value) -> Outcome<Answer> {
        let id = self.server.next.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = oneshot::channel();
        lock(&self.server.waiting).insert(id, sender);
        let params = json!({ "name": tool, "arguments": arguments });
        let request =
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        self.server.input.lock().await.write_all(format!("{request}\n").as_bytes()).await?;
        let message = receiver.await.map_err(|_| "the server is gone")?;
        match message.get("error") {
            Some(error) => Err(error.to_string().into()),
            None => Ok(Answer::of(&message["result"])),
        }
    }
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}
