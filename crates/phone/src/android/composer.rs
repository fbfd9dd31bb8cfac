//! What a camera or a screen reader would see: the windows composed into one picture, and the tree
//! of the window in focus.

use std::sync::Arc;

use super::{Android, Config, Window, WindowId, WindowKind, alerts::Alert};
use crate::screen::{self, Frame, Tree, keyboard, system_bars};

impl Android {
    /// The display as a picture: app windows, dim, keyboard, toast and bars.
    pub async fn screenshot(&self) -> Frame {
        let (display, awake, windows, toast) = {
            let state = self.state();
            let toast = state.toast().map(str::to_owned);
            (state.display, state.power.awake, state.windows(), toast)
        };
        let clock = self.now().strftime("%H:%M").to_string();
        let size = display.size();
        let mut frame = Frame::filled(size, screen::BLACK);
        if !awake {
            return frame;
        }
        for window in windows.iter().rev() {
            match window.kind {
                WindowKind::SystemAlert => {
                    frame.dim(window.dim);
                    let picture = self.alert(window.id, Alert::draw);
                    if let Some(picture) = picture {
                        frame.blend(&picture, window.frame.left, window.frame.top);
                    }
                }
                WindowKind::Activity | WindowKind::Dialog | WindowKind::Popup => {
                    frame.dim(window.dim);
                    if window.secure {
                        frame.black_out(window.frame);
                    } else if let Some((mut picture, own_night)) = self.draw(window).await {
                        if display.night && !own_night {
                            Arc::make_mut(&mut picture).turn_to_night();
                        }
                        frame.blend(&picture, window.frame.left, window.frame.top);
                    }
                }
                WindowKind::Keyboard => keyboard::draw(&mut frame, window.frame, display.density()),
                WindowKind::Toast => {
                    let text = toast.as_deref().unwrap_or_default();
                    system_bars::draw_toast(&mut frame, window.frame, text, display.density());
                }
                WindowKind::StatusBar => {
                    system_bars::draw_status(&mut frame, window.frame, &clock, display.density());
                }
                WindowKind::NavigationBar => {
                    system_bars::draw_navigation(&mut frame, window.frame, display.density());
                }
            }
        }
        frame
    }

    /// The tree of the window in focus; `None` while there is none.
    pub async fn tree(&self) -> Option<Arc<Tree>> {
        let Window { pid, id, kind, .. } = self.focused_window()?;
        if kind == WindowKind::SystemAlert {
            return self.alert(id, Alert::tree);
        }
        self.ask(pid, move |app| Box::pin(async move { app.tree(id).await })).await.flatten()
    }

    /// `uiautomator dump` of the window in focus: `None` is a null root node. Does not wait for
    /// quiet; see [`Android::wait_quiet`].
    pub async fn dump(&self, compressed: bool) -> Option<String> {
        let tree = self.tree().await?;
        let display = self.display();
        Some(screen::dump(&tree, display.size(), display.rotation.number(), compressed))
    }

    fn alert<R>(&self, id: WindowId, show: impl FnOnce(&Alert, &Config) -> R) -> Option<R> {
        let (alert, config) = {
            let state = self.state();
            (state.alerts.iter().find(|alert| alert.id == id)?.clone(), state.config())
        };
        Some(show(&alert, &config))
    }

    /// A window's pixels, and whether they are dark by night already. An app that hangs shows what it showed last.
    async fn draw(&self, window: &Window) -> Option<(Arc<Frame>, bool)> {
        let id = window.id;
        if let Some(last) = self.state().last_picture(window) {
            return Some((last, true));
        }
        let draw = self.picture(window.pid, move |app| {
            Box::pin(async move { Some((app.draw(id).await?, app.draws_night())) })
        });
        let (picture, own_night) = draw.await.flatten()?;
        let picture = Arc::new(picture);
        self.state().keep_picture(window, &picture);
        Some((picture, own_night))
    }
}
