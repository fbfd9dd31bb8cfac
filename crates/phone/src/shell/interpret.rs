//! Runs what the parser made: the shell's state, lists, compound commands, simple commands.

use super::ast::{Assignment, Chain, Command, Join, Script, Simple};
use super::builtins;
use super::options::Options;
use super::parse::Parser;
use super::redirect::Handle;
use super::traps::Traps;
use super::variables::Variables;
use crate::process::{MAX_DEPTH, Process, needs_own_stack};
use crate::text;
use futures_util::future::BoxFuture;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

#[derive(Clone, Debug)]
pub(crate) struct Shell {
    pub(super) process: Process,
    pub(super) variables: Variables,
    pub(super) functions: HashMap<String, Function>,
    /// `$1` and so on.
    pub(super) parameters: Vec<String>,
    /// `$0`
    pub(super) name: String,
    pub(super) source: ShellSource,
    pub(crate) options: Options,
    pub(super) status: u8,
    /// Of the last substitution; it counts only for a command that is nothing but assignments.
    pub(super) substitution_status: Option<u8>,
    /// `$$`: stays the same in subshells.
    pub(super) own_pid: u32,
    pub(super) last_background: Option<u32>,
    pub(super) jobs: Vec<Job>,
    /// Descriptors above 2.
    pub(super) handles: BTreeMap<u32, Handle>,
    pub(super) traps: Traps,
    pub(super) loops: usize,
    pub(super) functions_entered: usize,
    /// Inside a condition, where `-e` does not count.
    pub(super) testing: usize,
    pub(super) line: usize,
    /// The next program takes this process over instead of becoming a child.
    pub(super) becomes: bool,
    /// The next command is the only one: nobody needs the handles that its redirections replace, and holding
    /// them would keep whoever reads them waiting.
    pub(super) is_last: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    body: Arc<Command>,
    /// It is `$0` while it runs, and what `set` switches in it holds for it alone.
    own_name: bool,
}

/// Where the commands come from; it shows in error messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShellSource {
    Argument,
    File(String),
    /// What `.` reads.
    Sourced(String),
    Stdin,
    Terminal,
}

#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) pid: u32,
    pub(super) done: watch::Receiver<Option<u8>>,
}

/// Leaving the normal order of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Exit(u8),
    /// An error that ends a script, but not a shell somebody types into.
    Abort(u8),
    Return(u8),
    Break(usize),
    Continue(usize),
}

pub(super) type Step = Result<u8, Flow>;

impl Shell {
    pub(crate) fn new(process: Process, source: ShellSource) -> Self {
        let mut variables = Variables::from_environment(&process.env);
        // A fresh table has no read-only names.
        for (name, value) in [
            ("PWD", process.cwd.as_str()),
            ("IFS", " \t\n"),
            ("PS1", "$HOSTNAME:$PWD $ "),
            ("PS2", "> "),
            ("OPTIND", "1"),
        ] {
            if !process.env.contains_key(name) || name == "PWD" {
                variables.set(name, value).ok();
            }
        }
        variables.set("PPID", "1").ok();
        let mut options =
            Options { from_argument: source == ShellSource::Argument, ..Options::default() };
        options.interactive = source == ShellSource::Terminal;
        Self {
            own_pid: process.pid,
            process,
            variables,
            functions: HashMap::new(),
            parameters: Vec::new(),
            name: "/system/bin/sh".to_owned(),
            source,
            options,
            status: 0,
            substitution_status: None,
            last_background: None,
            jobs: Vec::new(),
            handles: BTreeMap::new(),
            traps: Traps::default(),
            loops: 0,
            functions_entered: 0,
            testing: 0,
            line: 0,
            becomes: false,
            is_last: false,
        }
    }

    /// Sets `$0` and `$1` and so on.
    pub(crate) fn set_arguments(&mut self, name: Option<String>, parameters: Vec<String>) {
        if let Some(name) = name {
            self.name = name;
        }
        self.parameters = parameters;
    }

    /// Runs a whole script and answers with its exit code.
    pub(crate) async fn run(&mut self, source: &str) -> u8 {
        let step = self.run_source(source).await;
        self.finish(step).await
    }

    /// Runs what `eval` and traps are given, which has no place in any file.
    pub(super) async fn run_words(&mut self, words: &str) -> Step {
        let around = std::mem::replace(&mut self.source, ShellSource::Argument);
        let step = self.run_source(words).await;
        self.source = around;
        step
    }

    /// Runs commands line by line in this shell.
    pub(super) fn run_source<'a>(&'a mut self, source: &'a str) -> BoxFuture<'a, Step> {
        Box::pin(async move {
            let mut parser = Parser::new(source);
            let mut status = 0;
            loop {
                match parser.next_line() {
                    Ok(Some(script)) => status = self.run_script(&script).await?,
                    Ok(None) => return Ok(status),
                    Err(error) => {
                        self.line = parser.line;
                        self.complain(&error.message).await;
                        return Err(Flow::Abort(1));
                    }
                }
            }
        })
    }

    pub(super) fn run_script<'a>(&'a mut self, script: &'a Script) -> BoxFuture<'a, Step> {
        Box::pin(async move {
            let mut status = 0;
            for item in &script.items {
                // A loop of builtins must not keep the phone from everything else.
                tokio::task::coop::consume_budget().await;
                if item.background {
                    self.run_in_background(&item.chain);
                    status = 0;
                    self.status = 0;
                } else {
                    status = self.run_chain(&item.chain).await?;
                }
            }
            Ok(status)
        })
    }

    pub(super) async fn run_chain(&mut self, chain: &Chain) -> Step {
        let last = chain.rest.len();
        let mut status = self.run_link(&chain.first, last != 0).await?;
        for (index, (join, pipeline)) in chain.rest.iter().enumerate() {
            if (*join == Join::And) == (status == 0) {
                status = self.run_link(pipeline, index + 1 != last).await?;
            }
        }
        Ok(status)
    }

    /// One pipeline of a chain; all but the last are conditions.
    async fn run_link(&mut self, pipeline: &super::ast::Pipeline, is_condition: bool) -> Step {
        if !is_condition && pipeline.negations == 0 {
            let status = self.run_pipeline(pipeline).await?;
            if !pipeline.is_grouping() {
                self.heed(status).await?;
            }
            return Ok(status);
        }
        self.testing += 1;
        let step = self.run_pipeline(pipeline).await;
        self.testing -= 1;
        step
    }

    /// What a failure does that nobody asked about.
    async fn heed(&mut self, status: u8) -> Result<(), Flow> {
        if status != 0 && self.testing == 0 {
            self.heed_failure(status).await?;
            if self.options.exit_on_error {
                return Err(Flow::Exit(status));
            }
        }
        Ok(())
    }

    pub(super) fn run_command<'a>(&'a mut self, command: &'a Command) -> BoxFuture<'a, Step> {
        Box::pin(async move {
            self.heed_signals().await?;
            match command {
                Command::Simple(simple) => self.run_simple(simple).await,
                Command::Function { name, body, own_name } => {
                    let function = Function { body: Arc::clone(body), own_name: *own_name };
                    self.functions.insert(name.clone(), function);
                    self.status = 0;
                    Ok(0)
                }
                Command::Compound { body, redirects } => {
                    if redirects.is_empty() {
                        self.is_last = false;
                        return self.run_body(body).await;
                    }
                    let saved = self.replace_handles();
                    let step = match self.redirect(redirects).await {
                        Ok(true) => self.run_body(body).await,
                        Ok(false) if body.is_grouping() => self.heed(1).await.map(|()| 1),
                        Ok(false) => Ok(1),
                        Err(flow) => Err(flow),
                    };
                    if let Some(saved) = saved {
                        self.restore_handles(saved);
                    }
                    if let Ok(status) = step {
                        self.status = status;
                    }
                    step
                }
            }
        })
    }

    async fn run_simple(&mut self, simple: &Simple) -> Step {
        self.line = simple.line;
        let arguments = self.expand(&simple.words).await?;
        let Some(name) = arguments.first() else { return self.run_assignments(simple).await };
        if self.options.trace {
            self.complain_raw(&format!("+ {}\n", arguments.join(" "))).await;
        }
        if name == "exec" {
            let step = self.run_exec(simple, &arguments).await;
            return self.keep(step);
        }
        if simple.redirects.is_empty() {
            self.is_last = false;
            let step = self.dispatch(simple, &arguments).await;
            return self.keep(step);
        }
        let saved = self.replace_handles();
        let step = match self.redirect(&simple.redirects).await {
            Ok(true) => self.dispatch(simple, &arguments).await,
            Ok(false) if builtins::find(name).is_some_and(|builtin| builtin.is_special) => {
                self.die("redirection failure").await
            }
            Ok(false) => Ok(1),
            Err(flow) => Err(flow),
        };
        if let Some(saved) = saved {
            self.restore_handles(saved);
        }
        self.keep(step)
    }

    fn keep(&mut self, step: Step) -> Step {
        if let Ok(status) = step {
            self.status = status;
        }
        step
    }

    /// `exec`: the redirections stay, and a program takes the shell's place.
    async fn run_exec(&mut self, simple: &Simple, arguments: &[String]) -> Step {
        if !self.redirect(&simple.redirects).await? {
            return self.die("redirection failure").await;
        }
        let arguments = &arguments[1..];
        let arguments = if arguments.first().is_some_and(|word| word == "--") {
            &arguments[1..]
        } else {
            arguments
        };
        if arguments.is_empty() {
            return self.run_assignments(&Simple { redirects: Vec::new(), ..simple.clone() }).await;
        }
        // Nobody is left to put the old values back for.
        self.lend(&simple.assignments).await?;
        self.becomes = true;
        let status = self.run_external(arguments).await;
        self.traps = Traps::default();
        Err(Flow::Exit(status))
    }

    /// Function, builtin or program.
    async fn dispatch(&mut self, simple: &Simple, arguments: &[String]) -> Step {
        let name = arguments[0].as_str();
        let builtin = builtins::find(name);
        // Only the special ones come before functions.
        if builtin.is_some_and(|builtin| {
            builtin.is_special || builtin.keeps_assignments && !self.functions.contains_key(name)
        }) {
            self.assign_all(&simple.assignments).await?;
            return self.run_builtin(arguments).await;
        }
        let undo = self.lend(&simple.assignments).await?;
        let step = if let Some(function) = self.functions.get(name).cloned() {
            self.call_function(&function, arguments, &simple.assignments).await
        } else if builtin.is_some() {
            self.run_builtin(arguments).await
        } else {
            Ok(self.run_external(arguments).await)
        };
        for restore in undo.into_iter().rev() {
            restore(&mut self.variables);
        }
        step
    }

    async fn run_builtin(&mut self, arguments: &[String]) -> Step {
        match builtins::find(&arguments[0]) {
            Some(builtin) => (builtin.run)(self, arguments).await,
            None => Ok(self.run_external(arguments).await),
        }
    }

    async fn call_function(
        &mut self,
        function: &Function,
        arguments: &[String],
        lent: &[Assignment],
    ) -> Step {
        let (name, options) = (self.name.clone(), self.options);
        if function.own_name {
            self.name.clone_from(&arguments[0]);
        }
        let parameters = std::mem::replace(&mut self.parameters, arguments[1..].to_vec());
        let loops = std::mem::take(&mut self.loops);
        self.functions_entered += 1;
        self.variables.enter_function(lent.iter().map(|assignment| &assignment.name));
        let step = self.run_command(&function.body).await;
        self.name = name;
        if function.own_name {
            self.options = options;
        }
        self.variables.leave_function();
        self.functions_entered -= 1;
        self.loops = loops;
        self.parameters = parameters;
        match step {
            // A mistake ends the function, not the script.
            Err(Flow::Return(status) | Flow::Abort(status)) => Ok(status),
            other => other,
        }
    }

    /// A copy for `( )`, pipelines and substitutions. `None`, with a message, when they nest too deeply.
    pub(super) async fn subshell(&mut self) -> Option<Self> {
        if self.process.depth >= MAX_DEPTH {
            self.complain("can't fork - try again").await;
            self.status = 1;
            return None;
        }
        Some(self.copy())
    }

    /// Runs what is inside something, on a stack of its own every few levels.
    pub(super) async fn deeper<W>(&mut self, work: W) -> Step
    where
        W: for<'a> FnOnce(&'a mut Self) -> BoxFuture<'a, Step> + Send + 'static,
    {
        if self.process.depth >= MAX_DEPTH {
            return self.die("recursion too deep").await;
        }
        self.process.depth += 1;
        let step = if needs_own_stack(self.process.depth) {
            let mut shell = self.clone();
            let task = async move {
                let step = work(&mut shell).await;
                (shell, step)
            };
            match AbortOnDropHandle::new(tokio::spawn(task)).await {
                Ok((shell, step)) => {
                    *self = shell;
                    step
                }
                Err(_) => Err(Flow::Abort(1)),
            }
        } else {
            work(self).await
        };
        self.process.depth -= 1;
        step
    }

    pub(super) fn copy(&self) -> Self {
        let mut shell = self.clone();
        shell.process.depth += 1;
        shell.traps = self.traps.of_subshell();
        shell.jobs = Vec::new();
        shell.becomes = false;
        shell.is_last = false;
        shell.loops = 0;
        shell
    }

    /// An error that ends a shell which nobody types into.
    pub(super) async fn die<T>(&mut self, message: &str) -> Result<T, Flow> {
        self.complain(message).await;
        Err(Flow::Abort(1))
    }

    /// A message with the shell's name before it.
    pub(super) async fn complain(&self, message: &str) {
        let line = self.line;
        let prefix = match &self.source {
            ShellSource::Argument | ShellSource::Terminal => self.name.clone(),
            ShellSource::Stdin => format!("{}: <stdin>[{line}]", self.name),
            ShellSource::File(name) => format!("{name}[{line}]"),
            ShellSource::Sourced(name) => format!("{}: {name}[{line}]", self.name),
        };
        self.complain_raw(&format!("{prefix}: {message}\n")).await;
    }

    pub(super) async fn complain_raw(&self, text: &str) {
        self.process.stderr.write(text::encode(text).into_owned()).await.ok();
    }
}

/// What a finished shell exits with.
pub(super) fn ended(step: Step, last: u8) -> u8 {
    match step {
        Ok(status) | Err(Flow::Exit(status) | Flow::Abort(status) | Flow::Return(status)) => status,
        Err(Flow::Break(_) | Flow::Continue(_)) => last,
    }
}
