//! A program at work, as an agent uses it.

use super::{Call, Known, Place, Program, Step};
use crate::Outcome;
use crate::agent::Agent;

pub struct Running {
    pub program: Box<dyn Program>,
    pub agent: Agent,
    pub known: Known,
}

/// One call: what the agent wrote, and what it read.
#[derive(Debug, Clone)]
pub struct Exchange {
    pub written: String,
    pub read: String,
}

impl Running {
    pub async fn start(program: Box<dyn Program>, place: &Place, serial: &str) -> Outcome<Self> {
        let launch = program.launch(place);
        let agent =
            Agent::start_with(&launch.program, &launch.arguments, &launch.environment).await?;
        let known = Known { screen: String::new(), serial: serial.to_owned() };
        let mut running = Self { program, agent, known };
        for call in running.program.greeting(serial) {
            running.call(&call).await?;
        }
        Ok(running)
    }

    /// Does a step, and looks where its answer did not show the screen.
    pub async fn step(&mut self, step: Step) -> Outcome<Vec<Exchange>> {
        let mut exchanges = Vec::new();
        let mut shown = None;
        for call in self.program.step(step, &self.known)? {
            let exchange = self.call(&call).await?;
            shown = self.program.shows(&self.known.screen, &exchange.read);
            exchanges.push(exchange);
        }
        match shown {
            Some(screen) => self.known.screen = screen,
            None => exchanges.push(self.look().await?),
        }
        Ok(exchanges)
    }

    pub async fn look(&mut self) -> Outcome<Exchange> {
        let exchange = self.call(&self.program.look()).await?;
        let shown = self.program.shows(&self.known.screen, &exchange.read);
        self.known.screen = shown.ok_or_else(|| format!("no screen in {}", exchange.read))?;
        Ok(exchange)
    }

    pub async fn call(&mut self, call: &Call) -> Outcome<Exchange> {
        let read = self.agent.ask(call.tool, &call.arguments).await?;
        if let Some(complaint) = self.program.complaint(&read) {
            return Err(format!("{} failed: {complaint}", call.tool).into());
        }
        Ok(Exchange { written: format!("{} {}", call.tool, call.arguments), read })
    }

    pub async fn stop(self) -> Outcome<()> {
        self.agent.stop().await
    }
}
