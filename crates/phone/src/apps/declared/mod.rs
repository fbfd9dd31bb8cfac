//! Apps declared as data: a YAML file with state, screens and actions. `docs/apps.md` is the
//! reference of the format.

mod action;
mod actions;
mod build;
mod check;
mod check_kind;
mod controls;
mod date_picker;
mod definition;
mod eval;
mod expr;
mod given;
mod kind;
mod names;
mod network;
mod place;
mod preferences;
mod program;
mod storage;
mod style;
mod template;
mod value;
mod widget;
mod yaml_error;

use std::sync::Arc;

use definition::Definition;
pub use place::DefinitionError;
pub(crate) use program::Declared;
use value::Value;

use super::{Factory, Installable, toolkit::Toolkit};
use crate::android::Manifest;

/// An installable app from the text of a definition.
pub fn declared(yaml: &str) -> Result<Installable, DefinitionError> {
    let (manifest, definition) = define(yaml)?;
    let factory = Factory::new(move |host| {
        let program = Declared::new(Arc::clone(&definition), &host);
        Box::new(Toolkit::new(host, program))
    });
    Ok(Installable { manifest, factory })
}

/// What a definition says, and what runs it.
pub(crate) fn define(yaml: &str) -> Result<(Manifest, Arc<Definition>), DefinitionError> {
    // `Yes` and `off` are words of people, not truths.
    let options = serde_saphyr::options! { with_snippet: false, strict_booleans: true };
    let definition: Definition = serde_saphyr::from_str_with_options(yaml, options)
        .map_err(|error| yaml_error::problem(&error).in_text(yaml))?;
    check::check(&definition).map_err(|problem| problem.in_text(yaml))?;
    Ok((definition.manifest(), Arc::new(definition)))
}
