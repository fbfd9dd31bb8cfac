//! Several programs at once: pipelines, background jobs, command substitution.

use super::ast::{Chain, Command, Pipeline, Script};
use super::fields::MAX_WORD;
use super::interpret::{Flow, Job, Shell, Step, ended};
use crate::process::{Input, Output, on_own_stack, pipe};
use futures_util::future::{BoxFuture, join_all};
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::Instant;

impl Shell {
    pub(super) async fn run_pipeline(&mut self, pipeline: &Pipeline) -> Step {
        self.heed_signals().await?;
        let started = pipeline.timed.then(Instant::now);
        let mut status = match pipeline.commands.as_slice() {
            [command] => self.run_command(command).await?,
            _ => self.run_stages(pipeline).await,
        };
        if let Some(started) = started {
            let real = started.elapsed();
            let (minutes, seconds) = (real.as_secs() / 60, real.as_secs() % 60);
            let hundredths = real.subsec_millis() / 10;
            let text = format!(
                "{minutes:5}m{seconds:02}.{hundredths:02}s real     0m00.00s user     0m00.00s system\n"
            );
            self.complain_raw(&text).await;
        }
        for _ in 0..pipeline.negations {
            status = u8::from(status == 0);
        }
        self.status = status;
        Ok(status)
    }

    /// Each stage is a subshell; all run at the same time and end each other by closing their ends of the pipes.
    async fn run_stages(&mut self, pipeline: &Pipeline) -> u8 {
        let mut stages: Vec<BoxFuture<'static, u8>> = Vec::new();
        let mut input = None;
        let last = pipeline.commands.len() - 1;
        for (index, command) in pipeline.commands.iter().enumerate() {
            let Some(mut shell) = self.subshell().await else { return self.status };
            if let Some(reader) = input.take() {
                shell.process.stdin = Input::pipe(reader);
            }
            if index != last {
                let (writer, reader) = pipe();
                shell.process.stdout = Output::Pipe(writer);
                input = Some(reader);
            }
            let command = Arc::clone(command);
            let depth = shell.process.depth;
            let stage = async move {
                let step = shell.run_command(&command).await;
                shell.finish(step).await
            };
            stages.push(on_own_stack(depth, stage));
        }
        let pipe_fail = self.options.pipe_fail;
        let statuses = join_all(stages).await;
        let last = statuses.last().copied().unwrap_or(0);
        if pipe_fail {
            statuses.into_iter().rfind(|status| *status != 0).unwrap_or(0)
        } else {
            last
        }
    }

    /// `&`: goes on without us, until it ends, is killed, or the phone is switched off.
    pub(super) fn run_in_background(&mut self, chain: &Arc<Chain>) {
        let mut shell = self.copy();
        shell.process.stdin = Input::Empty;
        let machine = self.process.machine.clone();
        // A lone command is the job itself, so that its pid is `$!`.
        let lone = lone_command(chain);
        shell.becomes = lone.is_some();
        shell.is_last = chain.first.commands.len() == 1 && chain.rest.is_empty();
        let running = machine.start(shell.process.who.uid, shell.process.pid, lone.unwrap_or("sh"));
        let pid = running.pid();
        shell.process.pid = pid;
        shell.traps.own_process();
        let (done, receiver) = watch::channel(None);
        let chain = Arc::clone(chain);
        let off = machine.off().clone();
        tokio::spawn(async move {
            let status = tokio::select! {
                biased;
                () = off.cancelled() => 137,
                signal = running.ended_by() => 128_u8.saturating_add(signal),
                status = async {
                    let step = shell.run_chain(&chain).await;
                    let status = shell.finish(step).await;
                    drop(shell);
                    status
                } => status,
            };
            drop(running);
            done.send_replace(Some(status));
        });
        self.last_background = Some(pid);
        self.jobs.push(Job { pid, done: receiver });
    }

    /// What a substitution writes.
    pub(super) async fn capture(&mut self, scripts: &Arc<Vec<Script>>) -> Result<Vec<u8>, Flow> {
        let Some(mut shell) = self.subshell().await else { return Ok(Vec::new()) };
        let (writer, mut reader) = pipe();
        shell.process.stdout = Output::Pipe(writer);
        let depth = shell.process.depth;
        let scripts = Arc::clone(scripts);
        let run = async move {
            let mut step = Ok(0);
            for script in scripts.iter() {
                step = shell.run_script(script).await;
                if step.is_err() {
                    break;
                }
            }
            let status = ended(step, shell.status);
            shell.finish(Ok(status)).await
        };
        let read = async move {
            let mut output = Vec::new();
            while let Some((_, bytes)) = reader.next().await {
                output.extend_from_slice(&bytes);
                if output.len() > MAX_WORD {
                    // Whoever goes on writing gets a broken pipe.
                    drop(reader);
                    return None;
                }
            }
            Some(output)
        };
        let (status, output) = tokio::join!(on_own_stack(depth, run), read);
        self.substitution_status = Some(status);
        match output {
            Some(output) => Ok(output),
            None => self.die("out of memory").await,
        }
    }
}

/// The name of the only program in a chain.
fn lone_command(chain: &Chain) -> Option<&str> {
    match chain.first.commands.as_slice() {
        [only] if chain.rest.is_empty() => match &**only {
            Command::Simple(simple) => simple.words.first()?.plain(),
            Command::Compound { .. } | Command::Function { .. } => None,
        },
        _ => None,
    }
}
