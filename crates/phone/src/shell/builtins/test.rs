//! `test` and `[` inside the shell, where numbers may be expressions over its variables.

use super::super::arithmetic;
use super::super::interpret::{Flow, Shell, Step};
use crate::userland::check_test;

pub(super) async fn test(shell: &mut Shell, arguments: &[String]) -> Step {
    let Shell { process, variables, .. } = shell;
    let mut inside = false;
    let outcome = check_test(process, arguments, &mut |text| {
        arithmetic::evaluate_operand(text, variables).map_err(|wrong| {
            inside = wrong.inside;
            wrong.message
        })
    });
    match outcome {
        Ok(met) => Ok(u8::from(!met)),
        Err(wrong) => {
            shell.complain(&wrong.message(&arguments[0])).await;
            if inside { Err(Flow::Abort(1)) } else { Ok(2) }
        }
    }
}
