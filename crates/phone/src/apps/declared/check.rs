//! What the shape of a definition cannot say: names that must exist, values that make sense.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    action::{Action, Actions, Fetch, Timed},
    check_kind::{check_kind, check_toolbar_action},
    definition::{Choice, ColumnType, Definition, Dialog, Schema, Screen},
    expr::Expr,
    names::BUILT_IN,
    place::{Located, Place, Problem},
    storage,
    template::Dynamic,
    widget::{Props, Widget},
};

pub(super) type Checked = Result<(), Problem>;

pub(crate) fn check(definition: &Definition) -> Checked {
    let package = &definition.package;
    if !is_package(&package.value) {
        return fail(package.at, format!("`{}` is no package name", package.value));
    }
    if let Some(icon) = definition.icon.as_ref().filter(|_| definition.icon_color().is_none()) {
        return fail(icon.at, "a colour is written \"#RRGGBB\"".to_owned());
    }
    for name in &definition.saved {
        if !definition.state.contains_key(&name.value) {
            return fail(name.at, format!("`{}` is saved but not in `state`", name.value));
        }
    }
    for path in definition.device.values() {
        if storage::setting(&path.value).is_none() {
            let message = format!("`{}` is no setting; write `global/wifi_on`", path.value);
            return fail(path.at, message);
        }
    }
    if let Some(schema) = &definition.database {
        check_schema(schema)?;
    }
    for screen in definition.activities.values() {
        check_screen(definition, &screen.value)?;
    }
    // A dialog may be opened from any screen, so it may only rely on the app's own variables plus
    // whatever some screen or row names.
    let mut names = app_names(definition);
    for screen in definition.activities.values() {
        names.extend(screen_names(&screen.value));
        row_names(&screen.value.body, &mut names);
    }
    for dialog in definition.dialogs.values() {
        Checker { definition, names: names.clone() }.dialog(dialog)?;
    }
    Ok(())
}

fn check_schema(schema: &Schema) -> Checked {
    let name = &schema.name;
    if name.value.is_empty() || name.value.contains(['/', '\0']) {
        return fail(name.at, format!("`{}` is no file name", name.value));
    }
    let columns = schema.tables.values().flat_map(BTreeMap::keys);
    let identifiers = schema.tables.keys().chain(columns);
    match identifiers.into_iter().find(|name| !is_identifier(name)) {
        Some(wrong) => fail(name.at, format!("`{wrong}` is no name for a table or a column")),
        None => Ok(()),
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    name != "_id"
        && chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|char| char.is_ascii_alphanumeric() || char == '_')
}

fn check_screen(definition: &Definition, screen: &Screen) -> Checked {
    let mut names = app_names(definition);
    names.extend(screen_names(screen));
    let checker = Checker { definition, names };
    for expr in screen.names.values() {
        checker.expr(expr)?;
    }
    if let Some(toolbar) = &screen.toolbar {
        checker.dynamic(&toolbar.title)?;
        for action in &toolbar.actions {
            check_toolbar_action(action)?;
            checker.props(&action.value)?;
        }
    }
    checker.actions(&screen.on_start)?;
    checker.actions(&screen.on_resume)?;
    if let Some(actions) = &screen.on_back {
        checker.actions(actions)?;
    }
    checker.widget(&screen.body)
}

fn app_names(definition: &Definition) -> BTreeSet<String> {
    let tables = definition.database.iter().flat_map(|schema| schema.tables.keys());
    let own = definition.state.keys().chain(definition.device.keys()).chain(tables).cloned();
    own.chain(BUILT_IN.map(str::to_owned)).collect()
}

fn screen_names(screen: &Screen) -> impl Iterator<Item = String> + '_ {
    screen.params.keys().chain(screen.names.keys()).cloned()
}

fn row_names(widget: &Widget, names: &mut BTreeSet<String>) {
    let props = widget.props();
    if let Some(row) = &props.row {
        names.insert(props.row_name.clone().unwrap_or_else(|| "row".to_owned()));
        row_names(row, names);
    }
    props.children.iter().for_each(|child| row_names(child, names));
    props.pages.iter().for_each(|page| row_names(&page.body, names));
}

struct Checker<'a> {
    definition: &'a Definition,
    names: BTreeSet<String>,
}

impl Checker<'_> {
    fn known(&self, used: &BTreeSet<String>, at: Place) -> Checked {
        match used.iter().find(|name| !self.names.contains(*name)) {
            Some(name) => fail(at, format!("there is no variable `{name}` here")),
            None => Ok(()),
        }
    }

    fn variable(&self, name: &str, at: Place) -> Checked {
        self.known(&[name.to_owned()].into(), at)
    }

    fn expr(&self, expr: &Located<Expr>) -> Checked {
        let mut used = BTreeSet::new();
        expr.value.names(&mut used);
        self.known(&used, expr.at)
    }

    fn dynamic(&self, dynamic: &Located<Dynamic>) -> Checked {
        let mut used = BTreeSet::new();
        dynamic.value.names(&mut used);
        self.known(&used, dynamic.at)
    }

    fn widget(&self, widget: &Widget) -> Checked {
        let props = widget.props();
        check_kind(widget)?;
        self.props(props)?;
        for child in &props.children {
            self.widget(child)?;
        }
        for page in &props.pages {
            self.dynamic(&page.title)?;
            self.widget(&page.body)?;
        }
        if let Some(row) = &props.row {
            let mut names = self.names.clone();
            names.insert(props.row_name.clone().unwrap_or_else(|| "row".to_owned()));
            let inner = Checker { definition: self.definition, names };
            inner.widget(row)?;
            inner.actions(&props.on_tap)?;
        }
        Ok(())
    }

    fn props(&self, props: &Props) -> Checked {
        for expr in [&props.visible, &props.enabled, &props.of].into_iter().flatten() {
            self.expr(expr)?;
        }
        for dynamic in [&props.text, &props.desc, &props.hint, &props.value].into_iter().flatten() {
            self.dynamic(dynamic)?;
        }
        if let Some(name) = &props.bind {
            self.variable(&name.value, name.at)?;
        }
        // The taps of a list speak of its rows; they are checked with them.
        if props.row.is_none() {
            self.actions(&props.on_tap)?;
        }
        for actions in [&props.on_long_tap, &props.on_change, &props.on_submit] {
            self.actions(actions)?;
        }
        Ok(())
    }

    fn dialog(&self, dialog: &Dialog) -> Checked {
        self.dynamic(&dialog.title)?;
        if let Some(message) = &dialog.message {
            self.dynamic(message)?;
        }
        if let Some(body) = &dialog.body {
            self.widget(body)?;
        }
        let choices = [&dialog.positive, &dialog.negative, &dialog.neutral];
        for Choice { text, actions } in choices.into_iter().flatten() {
            self.dynamic(text)?;
            self.actions(actions)?;
        }
        Ok(())
    }

    fn actions(&self, actions: &Actions) -> Checked {
        actions.0.iter().try_for_each(|action| self.action(action))
    }

    fn action(&self, action: &Action) -> Checked {
        match action {
            Action::Set(values) => values.iter().try_for_each(|(name, value)| {
                self.variable(name, value.at)?;
                self.dynamic(value)
            }),
            Action::Toggle(name) => self.variable(&name.value, name.at),
            Action::Go(go) => {
                if !self.definition.activities.contains_key(&go.to.value) {
                    return fail(go.to.at, format!("there is no activity `{}`", go.to.value));
                }
                go.with.values().try_for_each(|value| self.dynamic(value))
            }
            Action::Dialog(name) => {
                if self.definition.dialogs.contains_key(&name.value) {
                    Ok(())
                } else {
                    fail(name.at, format!("there is no dialog `{}`", name.value))
                }
            }
            Action::If(choice) => {
                self.expr(&choice.when)?;
                self.actions(&choice.then)?;
                self.actions(&choice.otherwise)
            }
            Action::After(timed) => self.actions(&timed.actions),
            Action::Every(timed) => self.every(timed),
            Action::Fetch(fetch) => self.fetch(fetch),
            Action::Permission(ask) => {
                if !self.definition.permissions.contains(&ask.name.value) {
                    let message = format!("`{}` is not in `permissions`", ask.name.value);
                    return fail(ask.name.at, message);
                }
                self.actions(&ask.granted)?;
                self.actions(&ask.denied)
            }
            Action::Insert(insert) => {
                let columns = self.columns(&insert.table)?;
                for (name, value) in &insert.values {
                    if !columns.contains_key(name) {
                        let table = &insert.table.value;
                        return fail(value.at, format!("`{table}` has no column `{name}`"));
                    }
                    self.dynamic(value)?;
                }
                Ok(())
            }
            Action::Delete(table) => self.columns(table).map(drop),
            Action::Add(add) => {
                self.variable(&add.to.value, add.to.at)?;
                add.value.values().try_for_each(|value| self.dynamic(value))
            }
            Action::Log(line) => self.dynamic(&line.message),
            Action::Toast(text) => self.dynamic(text),
            Action::Back | Action::Dismiss | Action::Crash(_) | Action::Hang(_) => Ok(()),
        }
    }

    fn every(&self, timed: &Timed) -> Checked {
        // Faster than a frame, the phone would do nothing else.
        if timed.ms.value < 16 {
            return fail(timed.ms.at, "`every` needs at least 16 ms".to_owned());
        }
        self.actions(&timed.actions)
    }

    fn fetch(&self, fetch: &Fetch) -> Checked {
        self.dynamic(&fetch.url)?;
        for dynamic in [&fetch.send, &fetch.status, &fetch.body].into_iter().flatten() {
            self.dynamic(dynamic)?;
        }
        if let Some(fails) = &fetch.fails {
            self.expr(fails)?;
        }
        for name in [&fetch.into, &fetch.problem].into_iter().flatten() {
            self.variable(&name.value, name.at)?;
        }
        self.actions(&fetch.then)?;
        self.actions(&fetch.otherwise)
    }

    fn columns(&self, table: &Located<String>) -> Result<&BTreeMap<String, ColumnType>, Problem> {
        let tables = self.definition.database.as_ref().map(|schema| &schema.tables);
        tables.and_then(|tables| tables.get(&table.value)).ok_or_else(|| Problem {
            at: table.at,
            message: format!("there is no table `{}`", table.value),
        })
    }
}

fn is_package(name: &str) -> bool {
    let part = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|first| first.is_ascii_alphabetic())
            && chars.all(|char| char.is_ascii_alphanumeric() || char == '_')
    };
    name.contains('.') && name.len() <= 255 && name.split('.').all(part)
}

pub(super) fn fail(at: Place, message: String) -> Checked {
    Err(Problem { at, message })
}
