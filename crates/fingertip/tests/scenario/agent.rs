//! The agent of the scenarios.

use std::sync::Arc;
use std::time::Duration;

use adb::{CommandLine, Deadline, Direct};
use device::android::{Dial, Single};
use engine::{Fleet, Secrets, Source};
use fingertip::host::{Devices, Host};
use fingertip::mcp::{Options, Server, serve_pipe};
use fingertip::server::{Serving, server};
use fingertip::tools::{ALL, Registry};
use phone::Phone;
use phone::android::{Component, Intent};
use phone::apps::Installable;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientRequest, ReadResourceRequestParams, Request,
    ResourceContents,
};
use rmcp::service::{PeerRequestOptions, RequestHandle, RunningService};
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::cable::Cable;

pub(crate) struct Agent {
    client: RunningService<RoleClient, ()>,
    serving: JoinHandle<()>,
    /// The phone it drives, for what agents cannot do yet.
    pub(crate) phone: Option<Arc<Phone>>,
}

/// What a tool answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) is_error: bool,
    /// The JSON line, where there was one.
    pub(crate) json: Value,
    /// The screen, where there was one.
    pub(crate) screen: String,
    /// The answer for programs, where it was asked for.
    pub(crate) structured: Value,
    /// Type and size of a picture.
    pub(crate) image: Option<(String, usize)>,
    /// The picture itself, as it was sent.
    pub(crate) picture: String,
    /// Type, size and address of what can be read beside it.
    pub(crate) link: Option<(String, u64, String)>,
}

impl Agent {
    /// An agent with one phone.
    pub(crate) async fn with_phone() -> Self {
        Self::with_phones(&["phone"]).await
    }

    /// An agent whose phone is far away.
    pub(crate) async fn with_delay(delay: Duration) -> Self {
        Self::over_cables(&["phone"], delay).await
    }

    /// An agent with several phones; the first is the one at hand.
    pub(crate) async fn with_phones(names: &[&str]) -> Self {
        Self::over_cables(names, Duration::ZERO).await
    }

    async fn over_cables(names: &[&str], delay: Duration) -> Self {
        let build = |name: &&str| {
            let noon = "2026-11-15T12:00:00Z".parse().expect("a time");
            Arc::new(Phone::builder().serial(name).wall_clock(noon).build().expect("a phone"))
        };
        let phones: Vec<Arc<Phone>> = names.iter().map(build).collect();
        let source = |(name, phone): (&&str, &Arc<Phone>)| -> Arc<dyn Source> {
            let cable = Cable { phone: Arc::clone(phone), delay };
            Arc::new(Single::new(name, "Fingertip Phone", cable))
        };
        let sources = names.iter().zip(&phones).map(source).collect();
        let host = Host::of(Fleet::new(sources, None));
        let server = Server::new(Arc::new(Registry::new(ALL)), Arc::new(host), Options::default());
        Self { phone: phones.into_iter().next(), ..Self::of(server).await }
    }

    /// An agent with a phone of another kind.
    pub(crate) async fn on(phone: phone::Builder) -> Self {
        let phone = Arc::new(phone.serial("phone").build().expect("a phone"));
        Self::over(Cable { phone: Arc::clone(&phone), delay: Duration::ZERO }, &phone).await
    }

    /// A program that asked for structured answers, with a phone that has one more app.
    pub(crate) async fn with_app(app: Installable) -> Self {
        Self::with_secrets(app, &[]).await
    }

    /// The same, whose server has these variables in its environment.
    pub(crate) async fn with_secrets(app: Installable, vars: &[(&str, &str)]) -> Self {
        let vars = vars.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let phone = Phone::builder().serial("phone").app(app).build().expect("a phone");
        let phone = Arc::new(phone);
        let cable = Cable { phone: Arc::clone(&phone), delay: Duration::ZERO };
        let source: Arc<dyn Source> = Arc::new(Single::new("phone", "Fingertip Phone", cable));
        let fleet = Fleet::new(vec![source], None).with_secrets(Secrets::from_vars(vars));
        let host = Host::of(fleet);
        let options = Options { structured: true, ..Options::default() };
        let server = Server::new(Arc::new(Registry::new(ALL)), Arc::new(host), options);
        Self { phone: Some(phone), ..Self::of(server).await }
    }

    /// An agent whose phone is reached some other way.
    pub(crate) async fn over(dial: impl Dial + 'static, phone: &Arc<Phone>) -> Self {
        let source: Arc<dyn Source> = Arc::new(Single::new("phone", "Fingertip Phone", dial));
        let host = Host::of(Fleet::new(vec![source], None));
        let options = Options { structured: true, ..Options::default() };
        let server = Server::new(Arc::new(Registry::new(ALL)), Arc::new(host), options);
        Self { phone: Some(Arc::clone(phone)), ..Self::of(server).await }
    }

    /// An agent whose phones come from somewhere else.
    pub(crate) async fn with_sources(
        sources: Vec<Arc<dyn Source>>,
        preferred: Option<&str>,
    ) -> Self {
        let host = Host::of(Fleet::new(sources, preferred.map(str::to_owned)));
        let server = Server::new(Arc::new(Registry::new(ALL)), Arc::new(host), Options::default());
        Self::of(server).await
    }

    /// The same, with the shop in front.
    pub(crate) async fn in_shop() -> (Self, Answer) {
        let agent = Self::with_phone().await;
        let answer = agent.call("connect", json!({ "packageName": "com.example.shop" })).await;
        assert!(!answer.is_error, "{answer:?}");
        (agent, answer)
    }

    /// The same, with another activity in front.
    pub(crate) async fn in_activity(package: &str, class: &str) -> (Self, Answer) {
        let agent = Self::with_phone().await;
        let answer = agent.start(package, class).await;
        (agent, answer)
    }

    /// Starts an activity, which no tool does yet, and connects to it.
    pub(crate) async fn start(&self, package: &str, class: &str) -> Answer {
        let component =
            Component { package: package.to_owned(), class: format!("{package}.{class}") };
        let android = self.phone.as_ref().expect("a phone").android();
        android.start_activity(&Intent::explicit(component), 2000).await.expect("it starts");
        self.call("connect", json!({})).await
    }

    /// An agent of the server as it is started by people.
    pub(crate) async fn with(devices: Devices) -> Self {
        Self::of(server(Serving { devices, ..Serving::default() }).expect("a server")).await
    }

    /// The same, for a program that asked for structured answers.
    pub(crate) async fn for_programs(devices: Devices) -> Self {
        Self::of(
            server(Serving { devices, structured: true, ..Serving::default() }).expect("a server"),
        )
        .await
    }

    /// One of the agents of a server.
    pub(crate) async fn served(server: &Server, phone: &Arc<Phone>) -> Self {
        Self { phone: Some(Arc::clone(phone)), ..Self::of(server.clone()).await }
    }

    async fn of(server: Server) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(ours);
        let serving = tokio::spawn(async move {
            serve_pipe(&server, input, output).await.expect("it ends well");
        });
        Self { client: ().serve(theirs).await.expect("a handshake"), serving, phone: None }
    }

    /// Goes, and waits until its server has noticed.
    pub(crate) async fn leave(self) {
        self.client.cancel().await.expect("it ends");
        self.serving.await.expect("it ends");
    }

    pub(crate) async fn call(&self, tool: &'static str, arguments: Value) -> Answer {
        let mut params = CallToolRequestParams::new(tool);
        params.arguments = arguments.as_object().cloned();
        let result = self.client.call_tool(params).await.expect("an answer");
        Answer::new(&result)
    }

    /// Begins a call that can be taken back.
    pub(crate) async fn begin(
        &self,
        tool: &'static str,
        arguments: Value,
    ) -> RequestHandle<RoleClient> {
        let mut params = CallToolRequestParams::new(tool);
        params.arguments = arguments.as_object().cloned();
        let request = ClientRequest::CallToolRequest(Request::new(params));
        let options = PeerRequestOptions::no_options();
        self.client.send_cancellable_request(request, options).await.expect("sent")
    }

    /// The tools that it is offered.
    pub(crate) async fn offered(&self) -> Vec<String> {
        let tools = self.client.list_all_tools().await.expect("a list");
        tools.into_iter().map(|tool| tool.name.into_owned()).collect()
    }

    /// Calls a tool that must do its job, and hands its JSON back.
    pub(crate) async fn done(&self, tool: &'static str, arguments: Value) -> Answer {
        let answer = self.call(tool, arguments.clone()).await;
        assert!(!answer.is_error, "{tool} {arguments}: {answer:?}");
        answer
    }

    /// The code with which a tool must fail.
    pub(crate) async fn refused(&self, tool: &'static str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments.clone()).await;
        assert!(answer.is_error, "{tool} {arguments}: {answer:?}");
        let error = answer.json["error"].clone();
        for part in ["tool", "code", "message", "hint", "retryable"] {
            assert!(!error[part].is_null(), "{error} has no {part}");
        }
        error
    }

    /// What the phone's owner gets from its shell, for what no tool tells yet.
    pub(crate) async fn adb(&self, script: &'static str) -> String {
        let phone = self.phone.as_ref().expect("a phone");
        let deadline = Deadline::after(Duration::from_secs(50));
        let wire = Direct::handshake(phone.connect(), deadline).await.expect("an adbd");
        let device = adb::Device::new(Arc::new(wire));
        let script = CommandLine::constant(script);
        let said = device.exec(&script, 1 << 20, deadline).await.expect("an answer");
        String::from_utf8_lossy(&said).into_owned()
    }

    /// What is at an address, as base64, or what the server says instead.
    pub(crate) async fn read(&self, uri: &str) -> Result<String, String> {
        let read = self.client.read_resource(ReadResourceRequestParams::new(uri)).await;
        match read.map_err(|error| error.to_string())?.contents.into_iter().next() {
            Some(ResourceContents::BlobResourceContents { blob, .. }) => Ok(blob),
            other => Err(format!("{other:?}")),
        }
    }

    /// The addresses of all that can be read.
    pub(crate) async fn readable(&self) -> Vec<String> {
        let listed = self.client.list_all_resources().await.expect("a list");
        listed.into_iter().map(|resource| resource.uri).collect()
    }

    pub(crate) async fn screen(&self) -> String {
        self.done("get_ui_tree", json!({})).await.screen
    }
}

impl Answer {
    fn new(result: &CallToolResult) -> Self {
        let texts = result.content.iter().filter_map(|block| block.as_text());
        let (mut json, mut screen) = (Value::Null, String::new());
        for text in texts.map(|text| text.text.as_str()) {
            if text.starts_with('{') {
                json = serde_json::from_str(text).expect("JSON on one line");
                assert!(!text.contains('\n'), "JSON is one line: {text}");
            } else {
                text.clone_into(&mut screen);
            }
        }
        let image = result.content.iter().find_map(|block| block.as_image());
        let picture = image.map(|image| image.data.clone()).unwrap_or_default();
        let image = image.map(|image| (image.mime_type.clone(), image.data.len()));
        let structured = result.structured_content.clone().unwrap_or_default();
        let link = result.content.iter().find_map(|block| block.as_resource_link()).map(|link| {
            let mime = link.mime_type.clone().unwrap_or_default();
            (mime, link.size.unwrap_or_default(), link.uri.clone())
        });
        let is_error = result.is_error == Some(true);
        Self { is_error, json, screen, structured, image, picture, link }
    }
}

/// A screen without what changes from run to run.
pub(crate) fn still(screen: &str) -> String {
    let (header, body) = screen.split_once('\n').unwrap_or((screen, ""));
    let words: Vec<&str> = header.split(' ').filter(|word| !word.starts_with('#')).collect();
    format!("{}\n{body}", words.join(" "))
}

/// The ref of the line that contains all of `words`.
pub(crate) fn find_ref(screen: &str, words: &str) -> String {
    let line = screen
        .lines()
        .find(|line| line.contains(words))
        .unwrap_or_else(|| panic!("no {words} in\n{screen}"));
    line.trim().split(' ').next().unwrap_or_default().to_owned()
}
