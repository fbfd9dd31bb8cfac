//! Assignments: on their own, before a command, and as words of `export` and the like.

use super::ast::{Assignment, Simple};
use super::how::How;
use super::interpret::{Flow, Shell, Step};
use super::variables::{IsReadOnly, Variables};
use super::words::is_name;

/// A word of `export`, `readonly` or `local`.
pub(super) struct Declared<'w> {
    pub(super) name: &'w str,
    pub(super) appends: bool,
    pub(super) value: Option<&'w str>,
}

impl<'w> Declared<'w> {
    /// `NAME`, `NAME=value` or `NAME+=value`.
    pub(super) fn of(word: &'w str) -> Option<Self> {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        let appended = name.strip_suffix('+').filter(|_| value.is_some());
        let declared = Self { name: appended.unwrap_or(name), appends: appended.is_some(), value };
        is_name(declared.name).then_some(declared)
    }
}

impl Shell {
    /// A command that is nothing but assignments and redirections.
    pub(super) async fn run_assignments(&mut self, simple: &Simple) -> Step {
        self.substitution_status = None;
        self.assign_all(&simple.assignments).await?;
        let saved = self.save_handles();
        let opened = self.redirect(&simple.redirects).await;
        self.restore_handles(saved);
        let opened = opened?;
        self.status = if opened { self.substitution_status.unwrap_or(0) } else { 1 };
        Ok(self.status)
    }

    pub(super) async fn assign_all(&mut self, assignments: &[Assignment]) -> Result<(), Flow> {
        for Assignment { name, appends, value } in assignments {
            let value = self.expand_single(value, How::assignment()).await?;
            self.assign_or_append(name, &value, *appends).await?;
        }
        Ok(())
    }

    /// Assignments for one command only; what comes out puts the old values back. They are new variables, so what is
    /// appended is appended to nothing.
    pub(super) async fn lend(
        &mut self,
        assignments: &[Assignment],
    ) -> Result<Vec<impl FnOnce(&mut Variables) + Send + use<>>, Flow> {
        let mut undo = Vec::new();
        for (index, Assignment { name, appends, value }) in assignments.iter().enumerate() {
            let value = self.expand_single(value, How::assignment()).await?;
            let is_lent = assignments[..index].iter().any(|before| before.name == *name);
            undo.push(self.variables.remember(name));
            self.assign_or_append(name, &value, *appends && is_lent).await?;
            self.variables.export(name);
        }
        Ok(undo)
    }

    pub(super) async fn assign_or_append(
        &mut self,
        name: &str,
        value: &str,
        appends: bool,
    ) -> Result<(), Flow> {
        let before = if appends { self.variables.get(name).unwrap_or_default() } else { "" };
        match self.variables.set(name, format!("{before}{value}")) {
            Ok(()) => Ok(()),
            Err(IsReadOnly(name)) => {
                self.complain(&format!("read-only: {name}")).await;
                Err(Flow::Abort(2))
            }
        }
    }

    pub(super) async fn assign(&mut self, name: &str, value: &str) -> Result<(), Flow> {
        self.assign_or_append(name, value, false).await
    }
}
