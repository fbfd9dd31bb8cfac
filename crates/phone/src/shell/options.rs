//! What `set` switches.

#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, as in `set`")]
pub(crate) struct Options {
    /// `-e`
    pub(super) exit_on_error: bool,
    /// `-u`
    pub(super) no_unset: bool,
    /// `-f`
    pub(super) no_glob: bool,
    /// `-x`
    pub(super) trace: bool,
    pub(super) pipe_fail: bool,
    /// `-c`, only for `$-`.
    pub(super) from_argument: bool,
    pub(super) interactive: bool,
}

impl Options {
    /// Sets one option by its letter; false when there is no such option.
    pub(crate) fn set_letter(&mut self, letter: char, on: bool) -> bool {
        match letter {
            'e' => self.exit_on_error = on,
            'u' => self.no_unset = on,
            'f' => self.no_glob = on,
            'x' => self.trace = on,
            // Accepted without effect: hashing, monitor mode, UTF-8.
            'h' | 'm' | 'U' => {}
            _ => return false,
        }
        true
    }

    pub(crate) fn set_name(&mut self, name: &str, on: bool) -> bool {
        match name {
            "errexit" => self.exit_on_error = on,
            "nounset" => self.no_unset = on,
            "noglob" => self.no_glob = on,
            "xtrace" => self.trace = on,
            "pipefail" => self.pipe_fail = on,
            _ => return false,
        }
        true
    }

    /// `$-`
    pub(super) fn letters(self) -> String {
        [
            ('e', self.exit_on_error),
            ('f', self.no_glob),
            ('h', true),
            ('i', self.interactive),
            ('u', self.no_unset),
            ('x', self.trace),
            ('U', true),
            ('c', self.from_argument),
        ]
        .into_iter()
        .filter_map(|(letter, on)| on.then_some(letter))
        .collect()
    }
}
