//! An app of a given number of nodes, all of them on the screen: what benchmarks read.

use std::collections::BTreeMap;

use super::{
    Factory, Installable,
    toolkit::{Program, Scene, Toolkit, UiEvent, widgets},
};
use crate::{
    android::{Activity, ActivityId, Config, Host, Intent, Manifest},
    screen::{Edges, Flags, Key, Length, TextLook, View},
};

pub(crate) const PACKAGE: &str = "com.example.bench";
/// Activities by name; `.NodesActivity` takes its number from the extra `nodes`.
const FIXED: [(&str, usize); 3] =
    [("Nodes100Activity", 100), ("Nodes1000Activity", 1000), ("Nodes5000Activity", 5000)];
/// The decor's wrappers and the column of rows.
const WRAPPERS: usize = 6;

pub(crate) fn bench() -> Installable {
    let names = FIXED.map(|(name, _)| name).into_iter().chain(["NodesActivity"]);
    let activity = |name: &str| Activity {
        class: format!("{PACKAGE}.{name}"),
        label: "Bench".to_owned(),
        exported: true,
        ..Activity::default()
    };
    let manifest = Manifest {
        package: PACKAGE.to_owned(),
        label: "Bench".to_owned(),
        version_code: 1,
        version_name: "1.0".to_owned(),
        min_sdk: 24,
        target_sdk: 34,
        activities: names.map(activity).collect(),
        permissions: Vec::new(),
        system: false,
        uid: None,
        debuggable: true,
        icon: 0,
    };
    let factory = Factory::new(|host| Box::new(Toolkit::new(host, Bench::default())));
    Installable { manifest, factory }
}

#[derive(Default)]
struct Bench {
    live: BTreeMap<ActivityId, Grid>,
}

struct Grid {
    nodes: usize,
    /// The cell that was tapped last; it shows as selected.
    tapped: Option<Key>,
}

impl Program for Bench {
    fn start(&mut self, _host: &Host, activity: ActivityId, class: &str, intent: &Intent) {
        let fixed = FIXED.iter().find(|(name, _)| class.ends_with(name)).map(|(_, nodes)| *nodes);
        let asked = intent.extras.get("nodes").and_then(|extra| extra.to_string().parse().ok());
        let nodes = asked.or(fixed).unwrap_or(100).clamp(WRAPPERS + 2, 20_000);
        self.live.insert(activity, Grid { nodes, tapped: None });
    }

    fn end(&mut self, activity: ActivityId) {
        self.live.remove(&activity);
    }

    fn scenes(&mut self, _host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        let Some(grid) = self.live.get(&activity) else { return Vec::new() };
        vec![Scene::Full(widgets::activity(config, PACKAGE, grid.view(Key(activity.0))))]
    }

    fn handle(&mut self, _host: &Host, activity: ActivityId, event: UiEvent) {
        if let (UiEvent::Click(key), Some(grid)) = (event, self.live.get_mut(&activity)) {
            grid.tapped = Some(key);
        }
    }

    fn back(&mut self, _host: &Host, _activity: ActivityId, _scene: usize) -> bool {
        false
    }
}

impl Grid {
    /// Rows of cells: each row is a node and so is each of its cells.
    fn view(&self, root: Key) -> View {
        let wanted = self.nodes - WRAPPERS;
        let columns = (wanted.isqrt() * 2 / 3).max(1);
        let mut rows = Vec::new();
        let mut left = wanted;
        while left > 1 {
            let row = rows.len();
            let cells = columns.min(left - 1);
            left -= cells + 1;
            let cells = (0..cells).map(|column| {
                let number = row * columns + column;
                self.cell(root.child(number), number)
            });
            let mut row = widgets::row(cells.collect());
            row.height = Length::Weight(1.0);
            rows.push(row);
        }
        // One left over is too little for a row with a cell: an empty row makes the number whole.
        if left == 1 {
            rows.push(View { height: Length::Weight(1.0), ..widgets::row(Vec::new()) });
        }
        let mut column = widgets::column(rows);
        column.height = Length::Fill;
        column
    }

    fn cell(&self, key: Key, number: usize) -> View {
        let look = TextLook { size: 4.0, max_lines: 1, ..widgets::BODY };
        let mut cell = widgets::text(&format!("Item {number}"), look);
        cell.key = key;
        cell.id = format!("{PACKAGE}:id/cell_{number}");
        cell.width = Length::Weight(1.0);
        cell.height = Length::Fill;
        cell.padding = Edges::all(0.5);
        let flags = Flags::CLICKABLE | Flags::FOCUSABLE;
        cell.flags = flags.with_if(self.tapped == Some(key), Flags::SELECTED);
        cell
    }
}
