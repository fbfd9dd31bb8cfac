//! What happens to a word depends on where it stands.

/// The steps of expansion that a word takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each step is taken or not, in any combination")]
pub(super) struct How {
    /// Substitutions are split into fields.
    pub(super) splits: bool,
    /// Wildcards and braces are expanded.
    pub(super) globs: bool,
    /// Wildcards are kept for matching.
    pub(super) pattern: bool,
    /// A tilde at the beginning, or after the first `=`.
    pub(super) tilde: bool,
    /// A tilde after each colon too.
    pub(super) assigns: bool,
    /// `name=` stood before the word.
    pub(super) after_equals: bool,
    /// Inside `${x=…}` and the like, where `=` and `:` allow no tilde.
    pub(super) inside: bool,
    /// Exactly one string comes out.
    pub(super) scalar: bool,
    /// The text of a here document.
    pub(super) here: bool,
}

impl How {
    pub(super) fn arguments(no_glob: bool) -> Self {
        Self { splits: true, globs: !no_glob, tilde: true, ..Self::default() }
    }

    /// The value of an assignment.
    pub(super) fn assignment() -> Self {
        Self { after_equals: true, ..Self::declaration() }
    }

    /// All of `name=value` after `export` and the like.
    pub(super) fn declaration() -> Self {
        Self { assigns: true, scalar: true, ..Self::default() }
    }

    pub(super) fn text() -> Self {
        Self { scalar: true, ..Self::target() }
    }

    /// Of a redirection.
    pub(super) fn target() -> Self {
        Self { tilde: true, ..Self::default() }
    }

    /// Between `case … in` and `)`.
    pub(super) fn case_pattern() -> Self {
        Self { pattern: true, ..Self::target() }
    }

    /// In `${x/pattern/…}`.
    pub(super) fn replaced() -> Self {
        Self { pattern: true, ..Self::text() }
    }

    /// In `${x#pattern}`.
    pub(super) fn trimmed() -> Self {
        Self { inside: true, ..Self::replaced() }
    }

    /// Arithmetic: nothing but substitutions.
    pub(super) fn expression() -> Self {
        Self::default()
    }

    pub(super) fn here_string() -> Self {
        Self { scalar: true, ..Self::default() }
    }

    pub(super) fn here_document() -> Self {
        Self { here: true, ..Self::here_string() }
    }

    /// In `${x=word}`.
    pub(super) fn for_default_value(self) -> Self {
        let (tilde, assigns, inside, scalar) = (true, true, true, true);
        Self { tilde, assigns, inside, scalar, splits: false, globs: false, ..self }
    }

    /// In `${x?word}`.
    pub(super) fn for_complaint(self) -> Self {
        Self { tilde: true, inside: true, splits: false, ..self }
    }

    pub(super) fn any_tilde(self) -> bool {
        self.tilde || self.assigns
    }
}
