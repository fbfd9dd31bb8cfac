//! Telling a client of a screen, with what it has read before in mind.

use engine::{Desk, Screen, ViewOptions};

use super::Cx;

impl Cx {
    /// The screen as text: what changed since one that this client has read, or all of it where that is shorter.
    pub(super) fn told(&self, desk: &Desk, screen: &Screen) -> String {
        let known = self.host.readers.known(self.client.as_ref(), desk.id());
        let changes = desk.changes_for(&known, screen);
        self.note_told(desk, screen);
        changes.unwrap_or_else(|| screen.text(ViewOptions::default()))
    }

    /// All of the screen, for a client that has to find out what is wrong with it.
    pub(super) fn told_whole(&self, desk: &Desk, screen: &Screen) -> String {
        self.note_told(desk, screen);
        screen.text(ViewOptions::default())
    }

    /// The client is told this screen, all of it or in part.
    pub(super) fn note_told(&self, desk: &Desk, screen: &Screen) {
        self.host.readers.note(self.client.as_ref(), desk.id(), screen.revision);
    }
}
