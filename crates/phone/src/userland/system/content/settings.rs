//! The settings provider: three tables of names and values.

use super::request::Request;
use crate::android::{Android, Namespace};
use crate::userland::system::thrown::Thrown;

pub(super) const AUTHORITY: &str = "settings";
const COLUMNS: [&str; 3] = ["_id", "name", "value"];

/// Column names and values.
type Row<'a> = Vec<(&'a str, String)>;

pub(super) fn query<'a>(android: &Android, request: &Request<'a>) -> Result<Vec<Row<'a>>, Thrown> {
    let (namespace, name) = address(request)?;
    let columns: Vec<&str> = match &request.projection {
        Some(wanted) => wanted.iter().copied().filter(|have| COLUMNS.contains(have)).collect(),
        None => COLUMNS.to_vec(),
    };
    let settings = android.settings(namespace).into_iter().enumerate();
    let wanted = settings.filter(|(_, (key, _))| name.is_none_or(|name| name == key));
    let row = |(index, (key, value)): (usize, (String, String))| {
        let cell = |column: &&'a str| match *column {
            "_id" => (*column, (index + 1).to_string()),
            "name" => (*column, key.clone()),
            _ => (*column, value.clone()),
        };
        columns.iter().map(cell).collect()
    };
    Ok(wanted.map(row).collect())
}

/// Writes the setting that is bound to `name`; without one there is nothing to write.
pub(super) fn insert(android: &Android, request: &Request<'_>) -> Result<String, Thrown> {
    let (namespace, _) = address(request)?;
    if let (Some(name), Some(value)) = (request.bound("name"), request.bound("value")) {
        android.put_setting(namespace, name, value);
    }
    Ok(String::new())
}

pub(super) fn update(android: &Android, request: &Request<'_>) -> Result<String, Thrown> {
    let (namespace, name) = address(request)?;
    if let (Some(name), Some(value)) = (name, request.bound("value")) {
        android.put_setting(namespace, name, value);
    }
    Ok(String::new())
}

pub(super) fn delete(android: &Android, request: &Request<'_>) -> Result<String, Thrown> {
    let (namespace, name) = address(request)?;
    if let Some(name) = name {
        android.delete_setting(namespace, name);
    }
    Ok(String::new())
}

/// `GET_system`, `PUT_secure`, `DELETE_global` and the like; what is no method of the provider gives null.
pub(super) fn call(android: &Android, request: &Request<'_>) -> Result<String, Thrown> {
    let method = request.method.unwrap_or_default();
    let parts = method.split_once('_').and_then(|(verb, table)| Some((verb, table.parse().ok()?)));
    let Some((verb, namespace)) = parts else { return Ok("Result: null\n".to_owned()) };
    let key = || {
        let named = request.argument.filter(|key| !key.is_empty());
        named.ok_or_else(|| Thrown::illegal_argument("name cannot be empty"))
    };
    Ok(match verb {
        "GET" => {
            let value = android.setting(namespace, key()?);
            format!("Result: Bundle[{{value={}}}]\n", value.unwrap_or_else(|| "null".to_owned()))
        }
        "PUT" => {
            let extra = request.extras.iter().rev().find(|extra| extra.name == "value");
            if let Some(value) = extra.and_then(|extra| extra.value) {
                android.put_setting(namespace, key()?, value);
            }
            "Result: null\n".to_owned()
        }
        "DELETE" => {
            let deleted = u8::from(android.delete_setting(namespace, key()?));
            format!("Result: Bundle[{{result_rows_deleted={deleted}}}]\n")
        }
        _ => "Result: null\n".to_owned(),
    })
}

/// The table, and the one setting in it that the path or the condition names.
fn address<'a>(request: &Request<'a>) -> Result<(Namespace, Option<&'a str>), Thrown> {
    let invalid = || Thrown::illegal_argument(format!("Invalid URI: {}", request.uri));
    let path = request.path();
    let (table, name) = match *path.as_slice() {
        [table] => (table, None),
        [table, name] => (table, Some(name)),
        _ => return Err(invalid()),
    };
    let namespace = table.parse().map_err(|()| invalid())?;
    match (name, request.condition) {
        (name, None) => Ok((namespace, name)),
        (None, Some(condition)) => match named(condition) {
            Some(name) => Ok((namespace, Some(name))),
            None => Err(unsupported()),
        },
        (Some(_), Some(_)) => Err(unsupported()),
    }
}

/// `name='x'`, with blanks and brackets where SQL allows them.
fn named(condition: &str) -> Option<&str> {
    let bare = condition.trim();
    let bare = bare.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(bare);
    let value = bare.trim().strip_prefix("name")?.trim_start().strip_prefix('=')?.trim();
    let quoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    quoted('\'').or_else(|| quoted('"'))
}

fn unsupported() -> Thrown {
    Thrown::illegal_argument(
        "Supported SQL:\n  uri content://some_table/some_property with null where\n  \
         uri content://some_table with query name='some_property'",
    )
}
