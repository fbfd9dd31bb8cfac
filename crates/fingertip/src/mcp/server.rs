//! The protocol's requests, answered from the registry.

use std::sync::{Arc, OnceLock, atomic::AtomicU64, atomic::Ordering};

use axum::http::request::Parts;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CompleteRequestMethod, CompleteRequestParams,
        CompleteResult, CustomRequest, CustomResult, ErrorCode, Implementation,
        ListPromptsRequestMethod, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
        Resource as ListedResource, ResourceTemplate, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};

use super::{Resource, Resources, Template, call, content, listing};
use crate::{
    host::Host,
    tools::{ClientId, Registry},
};

/// What a server offers. Cheap to clone; all transports serve the same one.
#[derive(Clone)]
pub struct Server(Arc<Shared>);

/// How a server presents itself and its answers.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Tells an agent how the tools work together; it pays for every byte of it.
    pub instructions: &'static str,
    /// Declare output schemas, and answer programs beside agents.
    pub structured: bool,
}

struct Shared {
    registry: Arc<Registry>,
    host: Arc<Host>,
    resources: Arc<dyn Resources>,
    options: Options,
    tools: OnceLock<Vec<Tool>>,
}

impl Server {
    pub fn new(registry: Arc<Registry>, host: Arc<Host>, options: Options) -> Self {
        let tools = OnceLock::new();
        let resources = Arc::<Host>::clone(&host);
        Self(Arc::new(Shared { registry, host, resources, options, tools }))
    }

    /// Offers these to read, instead of the pictures that tools took.
    #[must_use]
    pub fn with_resources(self, resources: Arc<dyn Resources>) -> Self {
        let Shared { registry, host, options, .. } = &*self.0;
        Self(Arc::new(Shared {
            registry: Arc::clone(registry),
            host: Arc::clone(host),
            resources,
            options: options.clone(),
            tools: OnceLock::new(),
        }))
    }

    /// The server for the one client of this process.
    pub(super) fn for_process(&self) -> Session {
        Session { shared: Arc::clone(&self.0), client: ClientId::Process }
    }

    /// The server for one of several clients.
    pub(super) fn for_session(&self) -> Session {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let client = ClientId::Session(number.to_string().into());
        Session { shared: Arc::clone(&self.0), client }
    }
}

/// One client's connection. What was kept for the client goes with it.
pub(super) struct Session {
    shared: Arc<Shared>,
    client: ClientId,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.shared.host.forget(&self.client);
    }
}

impl Session {
    /// Who calls; nobody in particular where the protocol has no sessions.
    fn client(&self, context: &RequestContext<RoleServer>) -> Option<ClientId> {
        let Some(parts) = context.extensions.get::<Parts>() else {
            return Some(self.client.clone());
        };
        let sessions_exist = context
            .meta
            .protocol_version()
            .is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str());
        let in_session = sessions_exist && parts.headers.contains_key("mcp-session-id");
        in_session.then(|| self.client.clone())
    }

    fn tools(&self) -> &[Tool] {
        let Shared { registry, host, options, tools, .. } = &*self.shared;
        let guard = host.fleet.guard();
        tools.get_or_init(|| listing::tools(registry, guard, options.structured))
    }
}

impl ServerHandler for Session {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let config = ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_server_info(
                Implementation::new("fingertip", env!("CARGO_PKG_VERSION")).with_title("Fingertip"),
            );
        match self.shared.options.instructions {
            "" => config,
            instructions => config.with_instructions(instructions),
        }
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools().to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Shared { registry, host, options, .. } = &*self.shared;
        let client = self.client(&context);
        let host = Arc::clone(host);
        let result =
            call::call(registry, host, client, options.structured, request, context).await?;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let client = self.client(&context);
        let listed = self.shared.resources.list(client.as_ref());
        let listed = listed.into_iter().map(listed_resource).collect();
        Ok(ListResourcesResult::with_all_items(listed))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let listed = self.shared.resources.templates().iter().map(listed_template).collect();
        Ok(ListResourceTemplatesResult::with_all_items(listed))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let client = self.client(&context);
        let resources = &self.shared.resources;
        let Some(contents) = resources.read(client.as_ref(), &request.uri).await else {
            let data = serde_json::json!({ "uri": request.uri });
            return Err(ErrorData::resource_not_found(resources.missing(), Some(data)));
        };
        let contents = content::resource(request.uri, contents.mime, contents.body);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn complete(
        &self,
        _request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    /// Requests that did not parse as the method they name end up here, too.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if ANSWERED.contains(&request.method.as_str()) {
            let message = format!("the parameters do not fit {}", request.method);
            return Err(ErrorData::invalid_params(message, None));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None))
    }
}

/// The methods that we answer and that take parameters.
const ANSWERED: [&str; 6] = [
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

fn listed_resource(resource: Resource) -> ListedResource {
    ListedResource::new(resource.uri, resource.name)
        .with_description(resource.description)
        .with_mime_type(resource.mime)
}

fn listed_template(template: &Template) -> ResourceTemplate {
    ResourceTemplate::new(template.uri_template, template.name)
        .with_description(template.description)
        .with_mime_type(template.mime)
}
