//! Runs compound commands: conditions, loops, `case`, subshells.

use super::ast::{ArmEnd, Compound, Script};
use super::how::How;
use super::interpret::{Flow, Shell, Step};
use super::value::bytewise;
use std::sync::Arc;

impl Shell {
    pub(super) async fn run_body(&mut self, body: &Arc<Compound>) -> Step {
        let body = Arc::clone(body);
        self.deeper(move |shell| Box::pin(async move { shell.run_compound(&body).await })).await
    }

    async fn run_compound(&mut self, compound: &Compound) -> Step {
        match compound {
            Compound::Group(script) => self.run_script(script).await,
            Compound::Subshell(script) => {
                let Some(mut shell) = self.subshell().await else { return Ok(self.status) };
                let step = shell.run_script(script).await;
                self.status = shell.finish(step).await;
                Ok(self.status)
            }
            Compound::If { branches, otherwise } => {
                for (condition, body) in branches {
                    if self.run_condition(condition).await? == 0 {
                        return self.run_script(body).await;
                    }
                }
                if let Some(script) = otherwise {
                    return self.run_script(script).await;
                }
                self.status = 0;
                Ok(0)
            }
            Compound::Loop { until, condition, body } => {
                self.loops += 1;
                let mut status = Ok(0);
                loop {
                    let met = match self.run_condition(condition).await {
                        Ok(status) => (status == 0) != *until,
                        Err(flow) => {
                            status = Err(flow);
                            true
                        }
                    };
                    if status.is_ok() {
                        if !met {
                            break;
                        }
                        status = self.run_script(body).await;
                    }
                    match after_turn(status) {
                        Turn::Again(step) => status = step,
                        Turn::Leave(step) => {
                            status = step;
                            break;
                        }
                    }
                }
                self.leave_loop(status)
            }
            Compound::For { variable, words, body } => {
                let values = match words {
                    Some(words) => self.expand(words).await?,
                    None => self.parameters.clone(),
                };
                self.loops += 1;
                let mut status = Ok(0);
                for value in values {
                    tokio::task::coop::consume_budget().await;
                    self.assign(variable, &value).await?;
                    match after_turn(self.run_script(body).await) {
                        Turn::Again(step) => status = step,
                        Turn::Leave(step) => {
                            status = step;
                            break;
                        }
                    }
                }
                self.leave_loop(status)
            }
            Compound::Case { subject, arms } => {
                let subject = self.expand_single(subject, How::text()).await?;
                let subject = bytewise(&subject);
                let mut status = 0;
                let mut falling = false;
                for arm in arms {
                    let mut matches = falling;
                    for pattern in &arm.patterns {
                        if matches {
                            break;
                        }
                        matches = self
                            .expand_pattern(pattern, How::case_pattern())
                            .await?
                            .matches(&subject);
                    }
                    if !matches {
                        continue;
                    }
                    status = self.run_script(&arm.body).await?;
                    match arm.then {
                        ArmEnd::Leave => break,
                        ArmEnd::FallThrough => falling = true,
                        ArmEnd::TestNext => falling = false,
                    }
                }
                self.status = status;
                Ok(status)
            }
            Compound::Arithmetic(expression) => {
                let text = self.expand_single(expression, How::expression()).await?;
                self.status = match self.try_evaluate(&text).await? {
                    Some(value) => u8::from(value == 0),
                    None => 2,
                };
                Ok(self.status)
            }
        }
    }

    fn leave_loop(&mut self, step: Step) -> Step {
        self.loops -= 1;
        if let Ok(status) = step {
            self.status = status;
        }
        step
    }

    async fn run_condition(&mut self, script: &Script) -> Step {
        self.testing += 1;
        let step = self.run_script(script).await;
        self.testing -= 1;
        step
    }
}

enum Turn {
    Again(Step),
    Leave(Step),
}

/// What `break` and `continue` do to the loop they reach.
fn after_turn(step: Step) -> Turn {
    match step {
        Ok(status) => Turn::Again(Ok(status)),
        Err(Flow::Continue(1)) => Turn::Again(Ok(0)),
        Err(Flow::Break(1)) => Turn::Leave(Ok(0)),
        Err(Flow::Continue(levels)) => Turn::Leave(Err(Flow::Continue(levels - 1))),
        Err(Flow::Break(levels)) => Turn::Leave(Err(Flow::Break(levels - 1))),
        Err(flow) => Turn::Leave(Err(flow)),
    }
}
