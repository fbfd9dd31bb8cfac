//! The command line of `content`, read into a request.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Query,
    Insert,
    Update,
    Delete,
    Call,
    Type,
}

pub(super) struct Request<'a> {
    pub(super) operation: Operation,
    pub(super) uri: &'a str,
    pub(super) bindings: Vec<Binding<'a>>,
    pub(super) projection: Option<Vec<&'a str>>,
    pub(super) condition: Option<&'a str>,
    pub(super) sort: Option<&'a str>,
    /// Of a call.
    pub(super) method: Option<&'a str>,
    pub(super) argument: Option<&'a str>,
    pub(super) extras: Vec<Binding<'a>>,
}

/// A column, or a name, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding<'a> {
    pub(super) name: &'a str,
    /// One of the letters that the command knows.
    pub(super) kind: &'a str,
    /// As text; `None` is null.
    pub(super) value: Option<&'a str>,
}

impl<'a> Request<'a> {
    /// The words after the name of the command.
    pub(super) fn parse(words: &'a [String]) -> Result<Self, String> {
        let operation = match words.first().map(String::as_str) {
            Some("query") => Operation::Query,
            Some("insert") => Operation::Insert,
            Some("update") => Operation::Update,
            Some("delete") => Operation::Delete,
            Some("call") => Operation::Call,
            Some("gettype") => Operation::Type,
            other => return Err(format!("Unsupported operation: {}", other.unwrap_or("null"))),
        };
        let mut request = Self {
            operation,
            uri: "",
            bindings: Vec::new(),
            projection: None,
            condition: None,
            sort: None,
            method: None,
            argument: None,
            extras: Vec::new(),
        };
        let mut words = words[1..].iter().map(String::as_str);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("No value for argument: {word}"));
            match word {
                "--uri" => request.uri = value()?,
                "--user" => {
                    value()?;
                }
                "--sort" => request.sort = Some(value()?),
                "--where" => request.condition = Some(value()?),
                "--projection" => request.projection = Some(value()?.split(':').collect()),
                "--method" if operation == Operation::Call => request.method = Some(value()?),
                "--arg" if operation == Operation::Call => request.argument = Some(value()?),
                "--extra" if operation == Operation::Call => {
                    request.extras.push(binding(value()?)?);
                }
                "--bind" => request.bindings.push(binding(value()?)?),
                _ => return Err(format!("Unsupported argument: {word}")),
            }
        }
        if request.uri.is_empty() {
            let text = "Content provider URI not specified. Did you specify --uri argument?";
            return Err(text.to_owned());
        }
        if operation == Operation::Call && request.method.is_none() {
            return Err("Content provider method not specified.".to_owned());
        }
        let writes = matches!(operation, Operation::Insert | Operation::Update);
        if writes && request.bindings.is_empty() {
            let text = "Bindings not specified. Did you specify --bind argument(s)?";
            return Err(text.to_owned());
        }
        Ok(request)
    }

    /// The name of the provider.
    pub(super) fn authority(&self) -> &'a str {
        let rest = self.uri.strip_prefix("content://").unwrap_or_default();
        rest.split(['/', '?', '#']).next().unwrap_or_default()
    }

    /// The parts of the path after the provider.
    pub(super) fn path(&self) -> Vec<&'a str> {
        let rest = self.uri.strip_prefix("content://").unwrap_or_default();
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        path.split('/').skip(1).filter(|part| !part.is_empty()).collect()
    }

    pub(super) fn bound(&self, column: &str) -> Option<&'a str> {
        self.bindings.iter().rev().find(|have| have.name == column)?.value
    }
}

/// `column:type:value`, where the value may hold colons.
fn binding(text: &str) -> Result<Binding<'_>, String> {
    let ill = || format!("Binding not well formed: {text}");
    let mut parts = text.splitn(3, ':');
    let (Some(column), Some(kind)) = (parts.next(), parts.next()) else { return Err(ill()) };
    let value = parts.next();
    if kind == "n" {
        return Ok(Binding { name: column, kind, value: None });
    }
    let value = value.ok_or_else(ill)?;
    let fits = match kind {
        "s" | "b" => true,
        "i" => value.parse::<i32>().is_ok(),
        "l" => value.parse::<i64>().is_ok(),
        "f" | "d" => value.parse::<f64>().is_ok(),
        _ => return Err(format!("Unsupported type: {kind}")),
    };
    if fits {
        Ok(Binding { name: column, kind, value: Some(value) })
    } else {
        Err(format!("For input string: \"{value}\""))
    }
}
