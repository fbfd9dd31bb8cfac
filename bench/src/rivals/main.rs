//! `bench/rivals`: what a call costs, against the same adb services called bare, and against programs of others on the
//! same phone behind the same adb server.

mod bare;
mod picture;
mod report;
mod rows;

use std::path::PathBuf;
use std::process::ExitCode;

use bench::Outcome;
use bench::phone::VirtualPhone;
use bench::programs::{
    AgenTest, AgentDevice, ClaudeInMobile, Fingertip, MobileMcp, Place, Program, Running,
};

use crate::rows::Rows;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [fingertip, node, tools, stand_in, rounds] = arguments.as_slice() else {
        report::say(
            "usage: rivals FINGERTIP NODE TOOLS STAND_IN ROUNDS; bench/rivals prepares them",
        );
        return ExitCode::from(2);
    };
    let rounds = rounds.to_str().and_then(|rounds| rounds.parse().ok()).unwrap_or(30);
    let [fingertip, node, tools, stand_in] = [fingertip, node, tools, stand_in].map(Clone::clone);
    let place = Place { fingertip, node, tools, stand_in };
    match measure(&place, rounds).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::say(&format!("FAIL  {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn measure(place: &Place, rounds: usize) -> Outcome<()> {
    let phone = VirtualPhone::start(&place.fingertip).await?;
    let serial = phone.join().await?;
    let device = phone.through_server()?;
    let mut ours = Running::start(Box::new(Fingertip::default()), place, &serial).await?;
    let mut others = Vec::new();
    let programs: [Box<dyn Program>; 4] = [
        Box::new(MobileMcp { serial: serial.clone() }),
        Box::new(AgenTest),
        Box::new(AgentDevice { serial: serial.clone() }),
        Box::new(ClaudeInMobile),
    ];
    for program in programs {
        let name = program.name();
        match Running::start(program, place, &serial).await {
            Ok(running) => others.push(running),
            Err(error) => report::say(&format!("      {name} did not come up: {error}")),
        }
    }
    let mut rows = Rows { phone: &phone, device: &device, ours: &mut ours, others: &mut others };
    rows.tap(rounds).await?;
    rows.tree(rounds).await?;
    rows.find(rounds).await?;
    rows.wait(rounds).await?;
    rows.tap_and_look(rounds).await?;
    rows.sign_in(rounds.div_ceil(10)).await?;
    picture::measure(&device, &mut ours, &mut others, rounds.min(10)).await?;
    phone.leave().await
}
