//! The list of tools as the front ends see it: names, schemas, calls, command lines.

use std::{marker::PhantomData, panic::AssertUnwindSafe, sync::OnceLock};

use clap::{ArgMatches, Args as _, FromArgMatches as _};
use futures_util::{FutureExt as _, future::BoxFuture};
use serde_json::{Map, Value, json};

use super::{Cx, Effect, Failure, Reply, Tool, aliases, arguments, schema, shape::Shape};

const DEVICE: &str = "deviceId";
const PLATFORM: &str = "platform";

/// A tool without its types, for the list.
#[derive(Clone, Copy)]
pub struct Entry(&'static dyn DynTool);

impl Entry {
    pub fn name(&self) -> &'static str {
        self.0.name()
    }
}

/// Makes the list's entry for a tool.
pub const fn tool<T: Tool>() -> Entry {
    Entry(&const { Typed::<T>(PhantomData) })
}

/// The tools of a server, in the order of their list.
pub struct Registry {
    tools: Vec<Slot>,
    listing: OnceLock<Vec<Listing>>,
}

/// What is told about a tool before it is called.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    pub name: &'static str,
    pub title: &'static str,
    pub effect: Effect,
    pub description: String,
    /// Every argument, described.
    pub input: Map<String, Value>,
    /// The same as agents are shown it, who pay for every byte.
    pub brief: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown tool {name}{}", nearest.map(|nearest| format!(", did you mean {nearest}?")).unwrap_or_default())]
pub struct UnknownTool {
    pub name: String,
    pub nearest: Option<&'static str>,
}

struct Slot {
    tool: &'static dyn DynTool,
    shape: OnceLock<Shape>,
}

impl Registry {
    pub fn new(entries: &[Entry]) -> Self {
        let slot = |entry: &Entry| Slot { tool: entry.0, shape: OnceLock::new() };
        Self { tools: entries.iter().map(slot).collect(), listing: OnceLock::new() }
    }

    /// All tools. Schemas are made when they are first asked for, not when the server starts.
    pub fn listing(&self) -> &[Listing] {
        self.listing.get_or_init(|| self.tools.iter().map(|slot| slot.tool.listing()).collect())
    }

    /// The name under which a tool is listed, found by it or an older one.
    pub fn listed(&self, name: &str) -> Result<&'static str, UnknownTool> {
        Ok(self.find(name)?.tool.name())
    }

    /// The schema of what a tool answers, failures included.
    pub fn output_schema(&self, name: &str) -> Result<Map<String, Value>, UnknownTool> {
        Ok(self.find(name)?.tool.output_schema())
    }

    /// Calls a tool by its name or an older one. It ends early when `cx` is cancelled, and a
    /// panic inside it is a failure of this call alone.
    pub async fn call(
        &self,
        name: &str,
        arguments: Value,
        mut cx: Cx,
    ) -> Result<Reply, UnknownTool> {
        let slot = self.find(name)?;
        if let Some(refused) = refused(slot.tool, &cx) {
            return Ok(refused);
        }
        let shape = slot.shape.get_or_init(|| slot.tool.shape());
        cx.unaimed = arguments::unaimed(&arguments, shape);
        let input = match arguments::fold(arguments, shape) {
            Ok(input) => input,
            Err(failure) => return Ok(Reply::failed(slot.tool.name(), failure)),
        };
        let input = take_device(input, &mut cx);
        let reply = guard(slot.tool, &cx, slot.tool.run(&cx, Value::Object(input))).await;
        Ok(reply.without(cx.host.fleet.secrets()))
    }

    /// The command line of a tool, as a subcommand.
    pub fn command(&self, name: &str) -> Result<clap::Command, UnknownTool> {
        let tool = self.find(name)?.tool;
        Ok(add_device(tool.command()).about(tool.listing().description))
    }

    /// Calls a tool with what `command` parsed.
    pub async fn call_parsed(
        &self,
        name: &str,
        matches: &ArgMatches,
        mut cx: Cx,
    ) -> Result<Reply, UnknownTool> {
        let tool = self.find(name)?.tool;
        if let Some(refused) = refused(tool, &cx) {
            return Ok(refused);
        }
        let given = |id| matches.try_get_one::<String>(id).ok().flatten().cloned();
        cx.device = given(DEVICE).or(cx.device);
        cx.platform = given(PLATFORM).or(cx.platform);
        let reply = guard(tool, &cx, tool.run_parsed(&cx, matches)).await;
        Ok(reply.without(cx.host.fleet.secrets()))
    }

    fn find(&self, name: &str) -> Result<&Slot, UnknownTool> {
        let listed = aliases::listed_name(name);
        let by_name = |name| self.tools.iter().find(move |slot| slot.tool.name() == name);
        by_name(name).or_else(|| by_name(listed)).ok_or_else(|| UnknownTool {
            name: name.chars().take(100).collect(),
            nearest: arguments::nearest(listed, self.tools.iter().map(|slot| slot.tool.name())),
        })
    }
}

/// `Tool` without its types.
trait DynTool: Send + Sync {
    fn name(&self) -> &'static str;
    fn effect(&self) -> Effect;
    fn listing(&self) -> Listing;
    fn output_schema(&self) -> Map<String, Value>;
    fn shape(&self) -> Shape;
    fn command(&self) -> clap::Command;
    fn run<'a>(&self, cx: &'a Cx, input: Value) -> BoxFuture<'a, Reply>;
    fn run_parsed<'a>(&self, cx: &'a Cx, matches: &ArgMatches) -> BoxFuture<'a, Reply>;
}

struct Typed<T>(PhantomData<fn() -> T>);

impl<T: Tool> DynTool for Typed<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn effect(&self) -> Effect {
        T::EFFECT
    }

    fn listing(&self) -> Listing {
        let raw = with_device(schema::of_input::<T::Input>());
        Listing {
            name: T::NAME,
            title: T::TITLE,
            effect: T::EFFECT,
            description: schema::description(&raw),
            brief: schema::brief_input(raw.clone()),
            input: schema::listed_input(raw),
        }
    }

    fn output_schema(&self) -> Map<String, Value> {
        schema::of_output::<T::Output>()
    }

    fn shape(&self) -> Shape {
        Shape::of(&with_device(schema::of_input::<T::Input>()))
    }

    fn command(&self) -> clap::Command {
        T::Input::augment_args(clap::Command::new(T::NAME))
    }

    fn run<'a>(&self, cx: &'a Cx, input: Value) -> BoxFuture<'a, Reply> {
        match serde_json::from_value::<T::Input>(input) {
            Ok(input) => answer::<T>(cx, input),
            Err(error) => refuse::<T>(error.to_string()),
        }
    }

    fn run_parsed<'a>(&self, cx: &'a Cx, matches: &ArgMatches) -> BoxFuture<'a, Reply> {
        match T::Input::from_arg_matches(matches) {
            Ok(input) => answer::<T>(cx, input),
            Err(error) => refuse::<T>(error.render().to_string().trim().to_owned()),
        }
    }
}

fn answer<T: Tool>(cx: &Cx, input: T::Input) -> BoxFuture<'_, Reply> {
    T::run(cx, input).map(|outcome| Reply::new(T::NAME, outcome)).boxed()
}

fn refuse<T: Tool>(message: String) -> BoxFuture<'static, Reply> {
    let hint = "correct the arguments; the tool's schema says what it takes";
    let failure = Failure::invalid_argument(message, hint);
    std::future::ready(Reply::failed(T::NAME, failure)).boxed()
}

/// The answer to those who may only look, where the tool does more.
fn refused(tool: &dyn DynTool, cx: &Cx) -> Option<Reply> {
    let may = cx.host.fleet.guard().may_act();
    let refusal = may.err().filter(|_| !tool.effect().is_for_readers())?;
    Some(Reply::failed(tool.name(), refusal.into()))
}

async fn guard(tool: &dyn DynTool, cx: &Cx, call: BoxFuture<'_, Reply>) -> Reply {
    tokio::select! {
        biased;
        () = cx.cancel.cancelled() => Reply::failed(tool.name(), Failure::cancelled()),
        reply = AssertUnwindSafe(call).catch_unwind() => {
            reply.unwrap_or_else(|panic| Reply::failed(tool.name(), panicked(panic.as_ref())))
        }
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Failure::internal(format!("the tool panicked: {}", text.unwrap_or("for no stated reason")))
}

/// Adds the arguments that every tool takes.
fn with_device(mut schema: Value) -> Value {
    let properties = &mut schema["properties"];
    if !properties.is_object() {
        *properties = json!({});
    }
    properties[DEVICE] = json!({
        "type": "string",
        "description": "Which device; needed only when several are attached.",
        (schema::BRIEF): "plain",
    });
    properties[PLATFORM] = json!({
        "type": "string",
        "enum": engine::PLATFORMS,
        "description": "Only devices of this platform.",
        (schema::BRIEF): "hidden",
    });
    schema
}

fn take_device(mut input: Map<String, Value>, cx: &mut Cx) -> Map<String, Value> {
    let mut take = |key| match input.shift_remove(key) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    cx.device = take(DEVICE).or(cx.device.take());
    cx.platform = take(PLATFORM).or(cx.platform.take());
    input
}

fn add_device(command: clap::Command) -> clap::Command {
    let device = clap::Arg::new(DEVICE)
        .long("device-id")
        .visible_alias("device")
        .value_name("SERIAL")
        .help("Which device; needed only when several are attached");
    let platform = clap::Arg::new(PLATFORM)
        .long("platform")
        .value_parser(clap::builder::PossibleValuesParser::new(engine::PLATFORMS))
        .help("Only devices of this platform");
    command.arg(device).arg(platform)
}

#[cfg(test)]
mod tests {
    use std::{fmt, sync::Arc};

    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::{host::Host, tools::Output};

    struct Greet;

    /// Greets whoever is named.
    #[derive(Debug, Deserialize, JsonSchema, clap::Args)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    struct Input {
        /// Whom.
        #[arg(long)]
        name: String,
        /// How often.
        #[arg(long, default_value_t = 1)]
        #[serde(default = "once")]
        how_often: u8,
    }

    fn once() -> u8 {
        1
    }

    #[derive(Debug, Serialize, JsonSchema)]
    struct Greeting {
        greeting: String,
        device: Option<String>,
    }

    impl Output for Greeting {}

    impl fmt::Display for Greeting {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&self.greeting)
        }
    }

    impl Tool for Greet {
        const NAME: &'static str = "greet";
        const TITLE: &'static str = "Greet";
        const EFFECT: Effect = Effect::Reads;
        type Input = Input;
        type Output = Greeting;

        async fn run(cx: &Cx, input: Input) -> Result<Greeting, Failure> {
            if input.name.is_empty() {
                let failure = Failure::new("NOBODY", "nobody is named", "name somebody");
                return Err(failure.retryable().with_details(json!({ "seen": 0 })));
            }
            let greeting = vec![format!("hello {}", input.name); input.how_often.into()].join(", ");
            Ok(Greeting { greeting, device: cx.device.clone() })
        }
    }

    fn registry() -> Registry {
        Registry::new(&[tool::<Greet>()])
    }

    fn cx() -> Cx {
        Cx::new(Arc::new(Host::default()))
    }

    async fn on_command_line(line: &str) -> Reply {
        let registry = registry();
        let command = registry.command("greet").expect("known");
        let matches = command.try_get_matches_from(line.split(' ')).expect("parsed");
        registry.call_parsed("greet", &matches, cx()).await.expect("known")
    }

    #[tokio::test]
    async fn json_and_command_line_say_the_same() {
        let arguments = json!({ "name": "you", "how_often": 2, "device_id": "d" });
        let reply = registry().call("greet", arguments, cx()).await.expect("known");
        let line = on_command_line("greet --name you --how-often 2 --device-id d").await;
        assert_eq!(reply.json(), r#"{"greeting":"hello you, hello you","device":"d"}"#);
        assert_eq!(reply.json(), line.json());
        assert_eq!(line.to_string(), "hello you, hello you");

        let defaults = registry().call("greet", json!({ "name": "you" }), cx()).await;
        assert_eq!(
            defaults.expect("known").json(),
            on_command_line("greet --name you").await.json()
        );
    }

    #[test]
    fn the_command_describes_itself() {
        let mut command = registry().command("greet").expect("known");
        let help = command.render_help().to_string();
        for text in
            ["Greets whoever is named", "--name <NAME>", "Whom", "[default: 1]", "--device-id"]
        {
            assert!(help.contains(text), "{text} is not in {help}");
        }
        let platform = command.try_get_matches_from(["greet", "--name", "x", "--platform", "vms"]);
        assert!(platform.is_err());
    }

    /// Holds calls.6.
    #[tokio::test]
    async fn a_failure_is_the_same_for_everyone() {
        let reply = registry().call("greet", json!({ "name": "" }), cx()).await.expect("known");
        assert!(reply.is_error());
        assert_eq!(
            reply.json(),
            concat!(
                r#"{"error":{"tool":"greet","code":"NOBODY","message":"nobody is named","#,
                r#""hint":"name somebody","retryable":true,"details":{"seen":0}}}"#
            )
        );
        assert_eq!(reply.to_string(), "NOBODY: nobody is named\nhint: name somebody");
    }

    #[tokio::test]
    async fn a_cancelled_call_says_so() {
        let cx = cx();
        cx.cancel.cancel();
        let reply = registry().call("greet", json!({ "name": "x" }), cx).await.expect("known");
        assert_eq!(reply.failure().expect("failed").code, "CANCELLED");
    }

    #[tokio::test]
    async fn an_unknown_tool_is_told_with_the_nearest() {
        let unknown = registry().call("great", json!({}), cx()).await.expect_err("unknown");
        assert_eq!(unknown.to_string(), "unknown tool great, did you mean greet?");
        let unknown = registry().command("xyz").expect_err("unknown");
        assert_eq!(unknown.to_string(), "unknown tool xyz");
    }
}
