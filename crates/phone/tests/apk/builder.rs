//! An APK, step by step.

use super::arsc::{self, Config, Shape};
use super::axml::{Encoding, Node, Value, attribute as a, value::reference};
use super::dex;
use super::signature::Signature;
use super::zip::{self, Entry};

#[derive(Clone, Debug)]
pub(crate) struct ApkBuilder {
    package: String,
    split: Option<String>,
    version_code: i32,
    version_name: String,
    min_sdk: Option<i32>,
    target_sdk: i32,
    application: Node,
    root: Vec<Node>,
    root_attributes: Vec<((u32, &'static str), Value)>,
    label: Option<String>,
    signature: Signature,
    encoding: Encoding,
    files: Vec<(String, Vec<u8>)>,
    deflated_resources: bool,
    manifest: Option<Vec<u8>>,
}

impl ApkBuilder {
    /// Version 1, for API level 34, signed by Alice.
    pub(crate) fn new(package: &str) -> Self {
        Self {
            package: package.to_owned(),
            split: None,
            version_code: 1,
            version_name: "1.0".to_owned(),
            min_sdk: Some(24),
            target_sdk: 34,
            application: Node::new("application"),
            root: Vec::new(),
            root_attributes: Vec::new(),
            label: None,
            signature: Signature::V2("Alice"),
            encoding: Encoding::Utf8,
            files: vec![("classes.dex".to_owned(), b"dex\n035\0".repeat(100))],
            deflated_resources: false,
            manifest: None,
        }
    }

    pub(crate) fn split(mut self, name: &str) -> Self {
        self.split = Some(name.to_owned());
        self
    }

    pub(crate) fn version(mut self, code: i32, name: &str) -> Self {
        self.version_code = code;
        name.clone_into(&mut self.version_name);
        self
    }

    pub(crate) fn sdk(mut self, min: i32, target: i32) -> Self {
        (self.min_sdk, self.target_sdk) = (Some(min), target);
        self
    }

    /// A label in the resource table, with another one for German.
    pub(crate) fn label(mut self, label: &str) -> Self {
        self.label = Some(label.to_owned());
        self
    }

    pub(crate) fn application(
        mut self,
        name: (u32, &'static str),
        value: impl Into<Value>,
    ) -> Self {
        self.application = self.application.with(name, value);
        self
    }

    /// An attribute of the manifest itself.
    pub(crate) fn attribute(mut self, name: (u32, &'static str), value: impl Into<Value>) -> Self {
        self.root_attributes.push((name, value.into()));
        self
    }

    /// Something in `<application>`.
    pub(crate) fn component(mut self, node: Node) -> Self {
        self.application = self.application.child(node);
        self
    }

    /// Something beside `<application>`.
    pub(crate) fn element(mut self, node: Node) -> Self {
        self.root.push(node);
        self
    }

    /// An activity that the launcher shows.
    pub(crate) fn launcher(self, class: &str) -> Self {
        let filter = Node::new("intent-filter")
            .child(Node::new("action").with(a::NAME, "android.intent.action.MAIN"))
            .child(Node::new("category").with(a::NAME, "android.intent.category.LAUNCHER"));
        let activity = Node::new("activity").with(a::NAME, class).with(a::EXPORTED, true);
        self.component(activity.child(filter))
    }

    pub(crate) fn permission(self, name: &str) -> Self {
        self.element(Node::new("uses-permission").with(a::NAME, name))
    }

    pub(crate) fn signature(mut self, signature: Signature) -> Self {
        self.signature = signature;
        self
    }

    pub(crate) fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    pub(crate) fn file(mut self, name: &str, content: &[u8]) -> Self {
        self.files.push((name.to_owned(), content.to_vec()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.files.retain(|(have, _)| have != name);
        self
    }

    /// Code that can be read, though it has none of the classes that the manifest names.
    pub(crate) fn readable_code(self) -> Self {
        self.without("classes.dex").file("classes.dex", &dex::without_classes())
    }

    pub(crate) fn deflate_resources(mut self) -> Self {
        self.deflated_resources = true;
        self
    }

    /// These bytes in place of the manifest.
    pub(crate) fn manifest(mut self, bytes: &[u8]) -> Self {
        self.manifest = Some(bytes.to_vec());
        self
    }

    pub(crate) fn build(&self) -> Vec<u8> {
        let manifest = self.manifest.clone().unwrap_or_else(|| self.document());
        let entry = |name: &str, content: Vec<u8>, deflated: bool| Entry {
            name: name.to_owned(),
            content,
            deflated,
        };
        let mut entries = vec![entry("AndroidManifest.xml", manifest, true)];
        if let Some(label) = &self.label {
            let strings = [
                Config("de", 0, &[Some("Auf Deutsch"), None]),
                Config("", 0, &[Some("@1"), Some(label)]),
            ];
            let table = arsc::strings(&strings, self.encoding, Shape::Table);
            entries.push(entry("resources.arsc", table, self.deflated_resources));
        }
        for (name, content) in &self.files {
            entries.push(entry(name, content.clone(), false));
        }
        for (name, content) in self.signature.entries() {
            entries.push(entry(name, content, true));
        }
        zip::archive(&entries, &self.signature)
    }

    fn document(&self) -> Vec<u8> {
        let mut root = Node::new("manifest")
            .with(a::VERSION_CODE, self.version_code)
            .with(a::VERSION_NAME, self.version_name.as_str())
            .plain("package", self.package.as_str());
        if let Some(split) = &self.split {
            root = root.plain("split", split.as_str());
        }
        for (name, value) in &self.root_attributes {
            root = root.with(*name, value.clone());
        }
        if let Some(min) = self.min_sdk {
            let uses = Node::new("uses-sdk").with(a::MIN_SDK, min);
            root = root.child(uses.with(a::TARGET_SDK, self.target_sdk));
        }
        root = self.root.iter().cloned().fold(root, Node::child);
        let mut application = self.application.clone();
        if self.label.is_some() {
            application = application.with(a::LABEL, reference(arsc::FIRST));
        }
        root.child(application).encode(self.encoding)
    }
}
