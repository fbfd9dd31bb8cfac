//! A script, taken apart.

use super::parse::ParseError;
use std::sync::{Arc, OnceLock};

/// Commands in sequence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Script {
    pub(crate) items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) chain: Arc<Chain>,
    pub(crate) background: bool,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chain {
    pub(crate) first: Pipeline,
    pub(crate) rest: Vec<(Join, Pipeline)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    And,
    Or,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pipeline {
    /// How often `!` stands before it.
    pub(crate) negations: usize,
    pub(crate) timed: bool,
    pub(crate) commands: Vec<Arc<Command>>,
}

impl Pipeline {
    /// Have the commands in it already answered for their failures?
    pub(crate) fn is_grouping(&self) -> bool {
        matches!(&self.commands[..], [command]
            if matches!(&**command, Command::Compound { body, .. } if body.is_grouping()))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    Simple(Simple),
    Compound { body: Arc<Compound>, redirects: Vec<Redirect> },
    Function { name: String, body: Arc<Self>, own_name: bool },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Simple {
    pub(crate) assignments: Vec<Assignment>,
    pub(crate) words: Vec<Word>,
    pub(crate) redirects: Vec<Redirect>,
    pub(crate) line: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assignment {
    pub(crate) name: String,
    /// `+=`
    pub(crate) appends: bool,
    pub(crate) value: Word,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Compound {
    Group(Script),
    Subshell(Script),
    If {
        branches: Vec<(Script, Script)>,
        otherwise: Option<Script>,
    },
    Loop {
        until: bool,
        condition: Script,
        body: Script,
    },
    For {
        variable: String,
        words: Option<Vec<Word>>,
        body: Script,
    },
    Case {
        subject: Word,
        arms: Vec<Arm>,
    },
    /// `(( … ))`
    Arithmetic(Word),
}

impl Compound {
    /// Is its status that of a command in it, run in the same shell?
    pub(crate) fn is_grouping(&self) -> bool {
        !matches!(self, Self::Subshell(_) | Self::Arithmetic(_))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arm {
    pub(crate) patterns: Vec<Word>,
    pub(crate) body: Script,
    pub(crate) then: ArmEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArmEnd {
    /// `;;`
    Leave,
    /// `;&`: runs the next body too.
    FallThrough,
    /// `;|`: goes on testing.
    TestNext,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Redirect {
    pub(crate) fd: u32,
    pub(crate) kind: RedirectKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RedirectKind {
    Read(Word),
    /// `<>`, made when it is not there.
    ReadWrite(Word),
    Write(Word),
    Append(Word),
    /// `&>`: standard output and standard error.
    WriteBoth(Word),
    /// `>&` and `<&`: another descriptor, or `-`.
    Duplicate {
        word: Word,
        reads: bool,
    },
    /// The body arrives after the line that announces it. A mistake in it shows when it is used.
    HereDocument(Arc<OnceLock<Result<Word, ParseError>>>),
    HereString(Word),
}

/// A word before expansion.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Word(pub(crate) Vec<Part>);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// Unquoted: wildcards, braces and the tilde mean something.
    Plain(String),
    /// Quoted text; also the mark of `""`.
    Quoted(String),
    Parameter {
        parameter: Parameter,
        quoted: bool,
    },
    /// A mistake between backquotes shows when they are reached.
    Command {
        script: Result<Arc<Vec<Script>>, ParseError>,
        quoted: bool,
    },
    Arithmetic {
        expression: Word,
        quoted: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) operation: Operation,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operation {
    Value,
    Length,
    /// `${x:-w}`; without the colon only an unset parameter counts.
    Default {
        colon: bool,
        word: Word,
    },
    Assign {
        colon: bool,
        word: Word,
    },
    Require {
        colon: bool,
        word: Word,
    },
    Alternate {
        colon: bool,
        word: Word,
    },
    RemovePrefix {
        longest: bool,
        pattern: Word,
    },
    RemoveSuffix {
        longest: bool,
        pattern: Word,
    },
    Replace {
        all: bool,
        anchor: Anchor,
        pattern: Word,
        with: Word,
    },
    Substring {
        offset: Word,
        length: Option<Word>,
    },
    /// Something this shell does not know; an error when it is reached.
    Bad(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Anywhere,
    Start,
    End,
}

impl Word {
    /// The text of a word without any quoting or expansion in it.
    pub(crate) fn plain(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Part::Plain(text)] => Some(text),
            _ => None,
        }
    }

    /// `NAME=…` or `NAME+=…`
    pub(crate) fn is_assignment(&self) -> bool {
        let Some(Part::Plain(text)) = self.0.first() else { return false };
        super::assign::Declared::of(text).is_some_and(|declared| declared.value.is_some())
    }

    pub(crate) fn is_quoted(&self) -> bool {
        self.0.iter().any(|part| !matches!(part, Part::Plain(_)))
    }
}
