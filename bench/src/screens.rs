//! Dumps of screens that look like real ones, in any size.

use std::fmt::Write as _;

use ui::Size;

pub const SIZE: Size = Size { width: 1080, height: 2400 };

/// Settings-like lists of about `nodes` nodes: wrappers that say nothing, rows with a title and a summary,
/// some with a switch, some with a button that is called the same in every row.
pub fn rows(nodes: usize) -> String {
    let mut dump = Dump { xml: HEAD.to_owned(), nodes: 0 };
    dump.open("FrameLayout", "", "", Does::Nothing, [0, 0, 1080, 2400]);
    dump.open("LinearLayout", "", "", Does::Nothing, [0, 0, 1080, 2400]);
    dump.open("ViewGroup", "toolbar", "", Does::Nothing, [0, 80, 1080, 240]);
    dump.leaf("ImageButton", "back", "", Does::Tap, [0, 80, 160, 240]);
    dump.leaf("TextView", "title", "Settings &amp; more", Does::Nothing, [180, 100, 800, 220]);
    dump.close();
    let mut row = 0;
    while dump.nodes < nodes {
        // Lists of a length that people make: a fingerprint leaves out what comes late in one.
        dump.open("ListView", "list", "", Does::Scroll, [0, 240, 1080, 2400]);
        for _ in 0..10 {
            if dump.nodes < nodes {
                dump.row(row);
                row += 1;
            }
        }
        dump.close();
    }
    dump.close();
    dump.close();
    dump.xml + "</hierarchy>UI hierchary dumped to: /dev/tty\n"
}

const HEAD: &str =
    r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">"#;

struct Dump {
    xml: String,
    nodes: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Does {
    Nothing,
    Tap,
    Scroll,
    Switch,
}

impl Dump {
    fn row(&mut self, row: usize) {
        // Rows share the display, so that none is hidden, however many there are.
        let top = 240 + i32::try_from(row * 97 % 2000).unwrap_or_default();
        let whole = [0, top, 1080, top + 96];
        self.open("LinearLayout", "row", "", Does::Tap, whole);
        self.open("FrameLayout", "", "", Does::Nothing, [0, top, 96, top + 96]);
        self.leaf("ImageView", "icon", "", Does::Nothing, [16, top + 16, 80, top + 80]);
        self.close();
        self.open("RelativeLayout", "", "", Does::Nothing, [96, top, 800, top + 96]);
        let (title, summary) = (format!("Setting {row:05}"), format!("What setting {row:05} does"));
        self.leaf("TextView", "title", &title, Does::Nothing, [96, top, 800, top + 50]);
        self.leaf("TextView", "summary", &summary, Does::Nothing, [96, top + 50, 800, top + 96]);
        self.close();
        match row % 3 {
            0 => self.leaf("Switch", "toggle", "", Does::Switch, [900, top, 1080, top + 96]),
            1 => self.leaf("Button", "", "Remove", Does::Tap, [900, top, 1080, top + 96]),
            _ => {}
        }
        self.close();
    }

    fn open(&mut self, class: &str, id: &str, text: &str, does: Does, bounds: [i32; 4]) {
        self.tag(class, id, text, does, bounds);
        self.xml.push('>');
    }

    fn leaf(&mut self, class: &str, id: &str, text: &str, does: Does, bounds: [i32; 4]) {
        self.tag(class, id, text, does, bounds);
        self.xml.push_str(" />");
    }

    fn close(&mut self) {
        self.xml.push_str("</node>");
    }

    fn tag(&mut self, class: &str, id: &str, text: &str, does: Does, bounds: [i32; 4]) {
        self.nodes += 1;
        let id =
            if id.is_empty() { String::new() } else { format!("com.example.settings:id/{id}") };
        let (tap, scroll, switch) = (does == Does::Tap, does == Does::Scroll, does == Does::Switch);
        let [left, top, right, bottom] = bounds;
        let _infallible = write!(
            self.xml,
            r#"<node index="0" text="{text}" resource-id="{id}" class="android.widget.{class}" package="com.example.settings" content-desc="" checkable="{switch}" checked="{switch}" clickable="{tap}" enabled="true" focusable="{tap}" focused="false" scrollable="{scroll}" long-clickable="false" password="false" selected="false" bounds="[{left},{top}][{right},{bottom}]""#
        );
    }
}
