//! The app of many nodes.

use super::driver::Driver;
use crate::{
    android::{Component, Extra, Intent},
    screen::Flags,
};

const BENCH: &str = "com.example.bench";

#[tokio::test(start_paused = true)]
async fn shows_exactly_as_many_nodes_as_asked_for() {
    let driver = Driver::home().await;
    for (class, nodes) in
        [(".Nodes100Activity", 100), (".Nodes1000Activity", 1000), (".Nodes5000Activity", 5000)]
    {
        driver.start(BENCH, class).await;
        let xml = driver.android.dump(false).await.unwrap();
        assert_eq!(xml.matches("<node ").count(), nodes);
        assert!(xml.contains("text=\"Item 0\""));
    }
    let mut intent = Intent::explicit(Component::new(BENCH, ".NodesActivity"));
    intent.extras.insert("nodes".to_owned(), Extra::Int(250));
    driver.android.start_activity(&intent, 2000).await.unwrap();
    assert_eq!(driver.tree().await.nodes.len(), 250);
}

#[tokio::test(start_paused = true)]
async fn a_tapped_cell_is_selected() {
    let driver = Driver::started(BENCH, ".Nodes100Activity").await;
    driver.tap("Item 7").await;
    assert!(driver.node("Item 7").await.flags.has(Flags::SELECTED));
}
