//! The shell's variables.

use super::arithmetic::Names;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(crate) struct Variables {
    table: BTreeMap<String, Variable>,
    /// What functions have hidden with `local`, innermost last.
    scopes: Vec<Vec<(String, Option<Variable>)>>,
}

#[derive(Clone, Debug, Default)]
struct Variable {
    /// `None`: exported or read-only, but without a value.
    value: Option<String>,
    exported: bool,
    read_only: bool,
}

/// The variable cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IsReadOnly(pub(crate) String);

impl Variables {
    pub(crate) fn from_environment(environment: &BTreeMap<String, String>) -> Self {
        let table = environment
            .iter()
            .map(|(name, value)| {
                let variable =
                    Variable { value: Some(value.clone()), exported: true, read_only: false };
                (name.clone(), variable)
            })
            .collect();
        Self { table, scopes: Vec::new() }
    }

    /// What a child program gets.
    pub(crate) fn environment(&self) -> BTreeMap<String, String> {
        self.table
            .iter()
            .filter(|(_, variable)| variable.exported)
            .filter_map(|(name, variable)| Some((name.clone(), variable.value.clone()?)))
            .collect()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.table.get(name).and_then(|variable| variable.value.as_deref())
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), IsReadOnly> {
        let variable = self.changeable(name)?;
        variable.value = Some(value.into());
        Ok(())
    }

    pub(crate) fn unset(&mut self, name: &str) -> Result<(), IsReadOnly> {
        self.changeable(name)?;
        self.table.remove(name);
        Ok(())
    }

    pub(crate) fn export(&mut self, name: &str) {
        self.table.entry(name.to_owned()).or_default().exported = true;
    }

    pub(crate) fn make_read_only(&mut self, name: &str) {
        self.table.entry(name.to_owned()).or_default().read_only = true;
    }

    pub(crate) fn exported(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.table
            .iter()
            .filter(|(_, variable)| variable.exported)
            .map(|(name, v)| (name.as_str(), v.value.as_deref()))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.table
            .iter()
            .filter_map(|(name, variable)| Some((name.as_str(), variable.value.as_deref()?)))
    }

    /// What is assigned before a call is local to the function already.
    pub(crate) fn enter_function<'n>(&mut self, lent: impl Iterator<Item = &'n String>) {
        let scope = lent.map(|name| (name.clone(), self.table.get(name).cloned()));
        self.scopes.push(scope.collect());
    }

    pub(crate) fn leave_function(&mut self) {
        for (name, hidden) in self.scopes.pop().unwrap_or_default().into_iter().rev() {
            match hidden {
                Some(variable) => self.table.insert(name, variable),
                None => self.table.remove(&name),
            };
        }
    }

    /// Hides a variable until the function ends. Outside of functions nothing is hidden.
    pub(crate) fn make_local(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut()
            && !scope.iter().any(|(known, _)| known == name)
        {
            scope.push((name.to_owned(), self.table.remove(name)));
        }
    }

    /// Values to put back after a command that had assignments before it.
    pub(crate) fn remember(&self, name: &str) -> impl FnOnce(&mut Self) + Send + use<> {
        let name = name.to_owned();
        let before = self.table.get(&name).cloned();
        move |variables: &mut Self| {
            match before {
                Some(variable) => variables.table.insert(name, variable),
                None => variables.table.remove(&name),
            };
        }
    }

    fn changeable(&mut self, name: &str) -> Result<&mut Variable, IsReadOnly> {
        let variable = self.table.entry(name.to_owned()).or_default();
        if variable.read_only { Err(IsReadOnly(name.to_owned())) } else { Ok(variable) }
    }
}

impl Names for Variables {
    fn get(&self, name: &str) -> Option<String> {
        Self::get(self, name).map(str::to_owned)
    }

    fn set(&mut self, name: &str, value: i32) {
        // Asked before.
        Self::set(self, name, value.to_string()).ok();
    }

    fn is_read_only(&self, name: &str) -> bool {
        self.table.get(name).is_some_and(|variable| variable.read_only)
    }
}
