//! Names become places in rows, before anything runs: what does not exist is an error even over no rows.

use super::ast::{Aggregate, Column, Core, Expr, From, Order, Output, Select, Source};
use super::comparison::{affinity, collation, said};
use super::error::Error;
use super::functions;
use super::parse::{Parsed, parse};
use super::rows::{Context, schema_columns, table_columns};
use super::scope::{
    Commons, Scope, common, expand, find, join_using, one_column, ordinal, out_of_range, rename,
    result_column,
};
use super::value::Collation;
use crate::sqlite::{Cell, Kind};

pub(super) struct Resolver<'a> {
    pub(super) context: &'a Context<'a>,
    /// How many queries out the farthest name was found.
    deepest: usize,
    /// Collects them where they are allowed.
    aggregates: Option<Vec<Aggregate>>,
    /// Other names for results: what they stand for, not yet resolved.
    aliases: Vec<(String, Expr)>,
    /// Views and subqueries inside one another.
    depth: usize,
}

const MOST_DEEP: usize = 30;

impl<'a> Resolver<'a> {
    pub(super) fn new(context: &'a Context<'a>) -> Self {
        Self { context, deepest: 0, aggregates: None, aliases: Vec::new(), depth: 0 }
    }

    /// A query; what it yields is in its columns then.
    pub(super) fn select(
        &mut self,
        select: &mut Select,
        outer: Option<&Scope<'_>>,
        commons: Option<&Commons<'_>>,
    ) -> Parsed<()> {
        self.context.tick()?;
        if self.depth >= MOST_DEEP {
            return Err(Error::prepare("queries and views are nested too deeply"));
        }
        let mut inner = Self { depth: self.depth + 1, ..Self::new(self.context) };
        inner.whole_select(select, outer, commons)?;
        select.correlated = inner.deepest > 0;
        self.deepest = self.deepest.max(inner.deepest.saturating_sub(1));
        Ok(())
    }

    fn whole_select(
        &mut self,
        select: &mut Select,
        outer: Option<&Scope<'_>>,
        commons: Option<&Commons<'_>>,
    ) -> Parsed<()> {
        let with = std::mem::take(&mut select.with);
        let own = Commons { list: &with, outer: commons };
        let commons = if with.is_empty() { commons } else { Some(&own) };
        let compound = !select.more.is_empty();
        let mut none = Vec::new();
        let order = if compound { &mut none } else { &mut select.order };
        select.columns = self.core(&mut select.first, order, outer, commons)?;
        for (how, core) in &mut select.more {
            let columns = self.core(core, &mut Vec::new(), outer, commons)?;
            if columns.len() != select.columns.len() {
                let name = match how {
                    super::ast::Compound::Union => "UNION",
                    super::ast::Compound::UnionAll => "UNION ALL",
                    super::ast::Compound::Except => "EXCEPT",
                    super::ast::Compound::Intersect => "INTERSECT",
                };
                return Err(Error::prepare(format!(
                    "SELECTs to the left and right of {name} do not have the same number of result columns"
                )));
            }
        }
        if compound {
            for (place, order) in select.order.iter_mut().enumerate() {
                let known = result_column(order, &select.columns, place)?;
                if known.is_none() {
                    return Err(Error::prepare(format!(
                        "{} ORDER BY term does not match any column in the result set",
                        ordinal(place + 1)
                    )));
                }
            }
        }
        let nothing = Scope { sources: &[], outer: None };
        for bound in [&mut select.limit, &mut select.offset].into_iter().flatten() {
            self.expr(bound, &nothing, commons)?;
        }
        Ok(())
    }

    fn core(
        &mut self,
        core: &mut Core,
        order: &mut [Order],
        outer: Option<&Scope<'_>>,
        commons: Option<&Commons<'_>>,
    ) -> Parsed<Vec<Column>> {
        self.aliases.clear();
        self.aggregates = None;
        if let Some(rows) = &mut core.values {
            let scope = Scope { sources: &[], outer };
            for value in rows.iter_mut().flatten() {
                self.expr(value, &scope, commons)?;
            }
            let count = rows.first().map_or(0, Vec::len);
            let names = (1..=count).map(|place| format!("column{place}"));
            return Ok(names.map(Column::plain).collect());
        }
        for source in &mut core.from {
            self.source(source, outer, commons)?;
        }
        for place in 1..core.from.len() {
            join_using(&mut core.from, place)?;
        }
        let sources = std::mem::take(&mut core.from);
        let scope = Scope { sources: &sources, outer };
        let mut ons = Vec::new();
        for source in &sources {
            let mut on = source.on.clone();
            if let Some(on) = &mut on {
                self.expr(on, &scope, commons)?;
            }
            ons.push(on);
        }
        let (mut outputs, names) = expand(std::mem::take(&mut core.columns), &sources)?;
        self.aliases = outputs
            .iter()
            .zip(&names)
            .filter_map(|(output, _)| match output {
                Output::One { value, alias: Some(alias), .. } => {
                    Some((alias.clone(), value.clone()))
                }
                Output::One { .. } | Output::All | Output::AllOf(_) => None,
            })
            .collect();
        if let Some(filter) = &mut core.filter {
            self.expr(filter, &scope, commons)?;
        }
        for (place, group) in core.group.iter_mut().enumerate() {
            if let Expr::Value(Cell::Integer(number)) = group {
                let wanted = usize::try_from(*number).ok().and_then(|n| n.checked_sub(1));
                let Some(Output::One { value, .. }) = wanted.and_then(|n| outputs.get(n)) else {
                    return Err(out_of_range(place, "GROUP BY", outputs.len()));
                };
                *group = value.clone();
            }
            self.expr(group, &scope, commons).map_err(|error| {
                let misused = error.text.starts_with("misuse of aggregate");
                let told = "aggregate functions are not allowed in the GROUP BY clause";
                if misused { Error::prepare(told) } else { error }
            })?;
        }
        self.aggregates = Some(Vec::new());
        let mut columns = Vec::new();
        for (output, name) in outputs.iter_mut().zip(names) {
            if let Output::One { value, .. } = output {
                self.expr(value, &scope, commons)?;
                columns.push(Column {
                    name,
                    affinity: affinity(value),
                    collation: collation(value).0.unwrap_or_default(),
                    hidden: false,
                });
            }
        }
        if let Some(having) = &mut core.having {
            self.expr(having, &scope, commons)?;
        }
        for (place, term) in order.iter_mut().enumerate() {
            if result_column(term, &columns, place)?.is_none() {
                self.expr(&mut term.value, &scope, commons)?;
            }
        }
        core.aggregates = self.aggregates.take().unwrap_or_default();
        if core.having.is_some() && core.group.is_empty() && core.aggregates.is_empty() {
            return Err(Error::prepare("a GROUP BY clause is required before HAVING"));
        }
        core.from = sources;
        for (source, on) in core.from.iter_mut().zip(ons) {
            source.on = on;
        }
        core.columns = outputs;
        Ok(columns)
    }

    fn source(
        &mut self,
        source: &mut Source,
        outer: Option<&Scope<'_>>,
        commons: Option<&Commons<'_>>,
    ) -> Parsed<()> {
        if let From::Named(name) = &source.from {
            let name = name.clone();
            if source.alias.is_none() {
                source.alias = Some(name.clone());
            }
            if let Some((select, columns, visible)) = common(commons, &name) {
                let mut select = select.clone();
                self.select(&mut select, outer, Some(&visible))?;
                if let Some(names) = columns {
                    rename(&mut select.columns, names, &name)?;
                }
                source.columns.clone_from(&select.columns);
                source.from = From::Select(Box::new(select));
                return Ok(());
            }
            return self.named(source, &name);
        }
        if let From::Select(select) = &mut source.from {
            self.select(select, outer, commons)?;
            source.columns.clone_from(&select.columns);
        }
        Ok(())
    }

    fn named(&mut self, source: &mut Source, name: &str) -> Parsed<()> {
        if ["sqlite_master", "sqlite_schema"].iter().any(|known| known.eq_ignore_ascii_case(name)) {
            source.columns = schema_columns();
            source.from = From::Schema;
            return Ok(());
        }
        let database = self.context.database;
        let place = database.tables.iter().position(|one| one.name.eq_ignore_ascii_case(name));
        if let Some(place) = place {
            source.columns = table_columns(&*self.context.definition(place)?);
            source.from = From::Table(place);
            return Ok(());
        }
        let other = database.others.iter().find(|other| {
            other.name.eq_ignore_ascii_case(name)
                && matches!(other.kind, Kind::View | Kind::VirtualTable)
        });
        let Some(view) = other else {
            return Err(Error::prepare(format!("no such table: {name}")));
        };
        if view.kind == Kind::VirtualTable {
            return Err(Error::unsupported(format!("virtual table {name}")));
        }
        let sql = view.sql.as_deref().unwrap_or("");
        let Some(super::ast::Statement::CreateView { mut select, columns, .. }) = parse(sql)?
        else {
            return Err(Error::prepare(format!("malformed view {name}")));
        };
        self.select(&mut select, None, None)?;
        if let Some(names) = columns {
            rename(&mut select.columns, &names, name)?;
        }
        source.columns.clone_from(&select.columns);
        source.from = From::Select(select);
        Ok(())
    }

    /// Every name in an expression.
    pub(super) fn expr(
        &mut self,
        expr: &mut Expr,
        scope: &Scope<'_>,
        commons: Option<&Commons<'_>>,
    ) -> Parsed<()> {
        match expr {
            Expr::Value(_) | Expr::Slot { .. } | Expr::Aggregate { .. } => {}
            Expr::Name { .. } => *expr = self.name(expr.clone(), scope, commons)?,
            Expr::Unary(_, inner) | Expr::Cast(inner, _) => self.expr(inner, scope, commons)?,
            Expr::Binary(_, left, right) => {
                self.expr(left, scope, commons)?;
                self.expr(right, scope, commons)?;
            }
            Expr::Like { operands, escape, .. } => {
                self.expr(&mut operands.0, scope, commons)?;
                self.expr(&mut operands.1, scope, commons)?;
                if let Some(escape) = escape {
                    self.expr(escape, scope, commons)?;
                }
            }
            Expr::Between { operands, .. } => {
                self.expr(&mut operands.0, scope, commons)?;
                self.expr(&mut operands.1, scope, commons)?;
                self.expr(&mut operands.2, scope, commons)?;
            }
            Expr::InList { left, list, .. } => {
                self.expr(left, scope, commons)?;
                for one in list {
                    self.expr(one, scope, commons)?;
                }
            }
            Expr::InSelect { left, select, .. } => {
                self.expr(left, scope, commons)?;
                self.select(select, Some(scope), commons)?;
                one_column(select)?;
            }
            Expr::Exists(select) => self.select(select, Some(scope), commons)?,
            Expr::Scalar(select) => {
                self.select(select, Some(scope), commons)?;
                one_column(select)?;
            }
            Expr::Case { base, arms, otherwise } => {
                let both = arms.iter_mut().flat_map(|(when, then)| [when, then]);
                for one in
                    base.as_deref_mut().into_iter().chain(both).chain(otherwise.as_deref_mut())
                {
                    self.expr(one, scope, commons)?;
                }
            }
            Expr::Collate(inner, name) => {
                if Collation::named(name).is_none() {
                    return Err(Error::prepare(format!("no such collation sequence: {name}")));
                }
                self.expr(inner, scope, commons)?;
            }
            Expr::Call(_) => self.call(expr, scope, commons)?,
        }
        Ok(())
    }

    fn call(
        &mut self,
        expr: &mut Expr,
        scope: &Scope<'_>,
        commons: Option<&Commons<'_>>,
    ) -> Parsed<()> {
        let Expr::Call(call) = expr else { return Ok(()) };
        let count = call.arguments.len();
        let Some(name) = functions::aggregate(&call.name, count, call.star, self.context.release)?
        else {
            if call.star {
                return Err(Error::prepare_at(
                    format!("wrong number of arguments to function {}()", call.name),
                    call.at,
                ));
            }
            functions::check(&call.name, count, self.context.release)
                .map_err(|text| Error::prepare_at(text, call.at))?;
            if call.distinct || call.filter.is_some() {
                let what = if call.distinct { "DISTINCT" } else { "FILTER" };
                return Err(Error::prepare_at(
                    format!("{what} is not supported for scalar function {}()", call.name),
                    call.at,
                ));
            }
            for argument in &mut call.arguments {
                self.expr(argument, scope, commons)?;
            }
            return Ok(());
        };
        let Some(mut collected) = self.aggregates.take() else {
            let text = format!("misuse of aggregate: {}()", call.name);
            return Err(Error::prepare_at(text, call.at));
        };
        if call.distinct && count != 1 {
            return Err(Error::prepare("DISTINCT aggregates must have exactly one argument"));
        }
        let mut arguments = std::mem::take(&mut call.arguments);
        for argument in &mut arguments {
            self.expr(argument, scope, commons)?;
        }
        let mut filter = call.filter.take();
        if let Some(filter) = &mut filter {
            self.expr(filter, scope, commons)?;
        }
        let collation = said(&arguments).0;
        collected.push(Aggregate { name, arguments, distinct: call.distinct, filter });
        *expr = Expr::Aggregate { place: collected.len() - 1, collation };
        self.aggregates = Some(collected);
        Ok(())
    }

    fn name(
        &mut self,
        expr: Expr,
        scope: &Scope<'_>,
        commons: Option<&Commons<'_>>,
    ) -> Parsed<Expr> {
        let Expr::Name { table, name, quoted, at } = expr else { return Ok(expr) };
        let (mut here, mut up) = (Some(scope), 0);
        while let Some(scope) = here {
            if let Some(slot) = find(scope, table.as_deref(), &name, up)? {
                self.deepest = self.deepest.max(up);
                return Ok(slot);
            }
            // Another name of a result of this very query.
            if up == 0 && table.is_none() {
                let alias =
                    self.aliases.iter().position(|(alias, _)| alias.eq_ignore_ascii_case(&name));
                if let Some(place) = alias {
                    // It cannot mean itself.
                    let aliases = std::mem::take(&mut self.aliases);
                    let mut value = aliases[place].1.clone();
                    let result = self.expr(&mut value, scope, commons);
                    self.aliases = aliases;
                    return result.map(|()| value);
                }
            }
            (here, up) = (scope.outer, up + 1);
        }
        if table.is_none() {
            if quoted && self.context.release.texts_in_double_quotes() {
                return Ok(Expr::Value(Cell::Text(name)));
            }
            for (word, value) in [("true", 1), ("false", 0)] {
                if name.eq_ignore_ascii_case(word) && !quoted && self.context.release.has_booleans()
                {
                    return Ok(Expr::Value(Cell::Integer(value)));
                }
            }
        }
        let table = table.map_or_else(String::new, |table| format!("{table}."));
        Err(Error::prepare_at(format!("no such column: {table}{name}"), at))
    }
}
