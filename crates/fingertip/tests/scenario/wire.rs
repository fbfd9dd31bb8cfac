//! What reached the phone: the commands that its adbd was asked to run.

use phone::Event;
use tokio::sync::broadcast;

use crate::agent::Agent;

pub(crate) struct Wire(broadcast::Receiver<Event>);

impl Wire {
    /// Listens from now on.
    pub(crate) fn of(agent: &Agent) -> Self {
        Self(agent.phone.as_ref().expect("a phone").events())
    }

    /// Touches and keys since the last time, such as `tap 10 20`.
    pub(crate) fn inputs(&mut self) -> Vec<String> {
        let mut inputs = Vec::new();
        while let Ok(event) = self.0.try_recv() {
            let Event::Opened { service, .. } = event else { continue };
            let commands = service.split("input ").skip(1);
            inputs.extend(commands.map(|command| {
                let end = command.find(['&', ';']).unwrap_or(command.len());
                command[..end].trim().to_owned()
            }));
        }
        inputs
    }

    /// The numbers of the one touch since the last time.
    pub(crate) fn touch(&mut self) -> Vec<i64> {
        let inputs = self.inputs();
        let [one] = &inputs[..] else { panic!("one touch, not {inputs:?}") };
        one.split(' ').filter_map(|word| word.parse().ok()).collect()
    }
}
