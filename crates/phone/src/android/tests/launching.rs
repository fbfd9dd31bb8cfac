//! Where an activity goes when it is started, and what comes back from it: the rules of Android's activity starter.

use super::recorder::{Notes, activity, answers, app};
use crate::{
    android::{
        Activity, ActivityId, Android, Component, ExitReason, Intent, LaunchMode, Outcome,
        Rotation, StartError,
    },
    apps::tests::driver::Driver,
};

const ONE: &str = "org.example.one";
const TWO: &str = "org.example.two";

struct Apps {
    driver: Driver,
    one: Notes,
    two: Notes,
}

impl Apps {
    /// Two apps, with `Main` of the first in front.
    async fn set() -> Self {
        let own = |class: &str, mode| activity(ONE, class, mode);
        let standard = LaunchMode::Standard;
        let activities = vec![
            own(".Main", standard),
            own(".Second", standard),
            own(".Top", LaunchMode::SingleTop),
            own(".Task", LaunchMode::SingleTask),
            own(".Alone", LaunchMode::SingleInstance),
            Activity { affinity: Some("org.example.other".to_owned()), ..own(".Other", standard) },
            Activity { affinity: Some(String::new()), ..own(".Nowhere", standard) },
            Activity { no_history: true, ..own(".Passing", standard) },
            Activity { orientation: Some(0), ..own(".Wide", standard) },
            Activity { target: Some(format!("{ONE}.Main")), ..own(".Alias", standard) },
        ];
        let (one, one_notes) = app(ONE, activities);
        let private = Activity { exported: false, ..activity(TWO, ".Private", standard) };
        let guarded = Activity {
            permission: Some("org.example.GUARD".to_owned()),
            ..activity(TWO, ".Guarded", standard)
        };
        let pick =
            Activity { filters: answers("org.example.PICK"), ..activity(TWO, ".Pick", standard) };
        let (two, two_notes) = app(TWO, vec![pick, private, guarded]);
        let driver = Driver::on(Android::builder().app(one).app(two)).await;
        driver.start(ONE, ".Main").await;
        let apps = Self { driver, one: one_notes, two: two_notes };
        apps.settled().await;
        apps.one.take();
        apps
    }

    async fn settled(&self) {
        self.driver.settle().await;
        self.driver.android.drain().await;
    }

    fn front(&self) -> ActivityId {
        self.driver.android.resumed_activity().unwrap().id
    }

    /// What the app in front starts.
    async fn starts(&self, class: &str, flags: u32) {
        let mut intent = Intent::explicit(Component::new(ONE, class));
        intent.flags = flags;
        intent.data = Some(class.to_owned());
        self.one.host().start_activity(self.front(), &intent).unwrap();
        self.settled().await;
    }

    /// Tasks of the apps, back to front, each with the last parts of its activities' names.
    fn tasks(&self) -> Vec<String> {
        let tasks = self.driver.android.tasks();
        let names = tasks.iter().filter(|task| !task.home).map(|task| {
            let names = task
                .activities
                .iter()
                .map(|have| have.component.class.rsplit('.').next().unwrap().to_owned());
            names.collect::<Vec<_>>().join(" ")
        });
        names.collect()
    }
}

#[tokio::test(start_paused = true)]
async fn standard_and_single_top() {
    let apps = Apps::set().await;
    apps.starts(".Second", 0).await;
    apps.starts(".Second", 0).await;
    apps.starts(".Top", 0).await;
    assert_eq!(apps.tasks(), ["Main Second Second Top"]);
    apps.one.take();
    apps.starts(".Top", 0).await;
    assert_eq!(apps.tasks(), ["Main Second Second Top"]);
    assert_eq!(apps.one.take(), ["intent .Top"]);
    apps.starts(".Main", Intent::FLAG_REORDER_TO_FRONT).await;
    assert_eq!(apps.tasks(), ["Second Second Top Main"]);
    assert_eq!(apps.one.take(), ["paused", "resumed", "stopped", "intent .Main"]);
    apps.starts(".Second", Intent::FLAG_CLEAR_TOP | Intent::FLAG_SINGLE_TOP).await;
    assert_eq!(apps.tasks(), ["Second Second"]);
    apps.starts(".Second", Intent::FLAG_CLEAR_TOP).await;
    assert_eq!(apps.tasks(), ["Second Second"], "the old instance is gone, a new one is there");
    assert!(apps.one.take().ends_with(&["start Second".to_owned(), "resumed".to_owned()]));
}

#[tokio::test(start_paused = true)]
async fn single_task_clears_what_is_above() {
    let apps = Apps::set().await;
    apps.starts(".Task", 0).await;
    apps.starts(".Second", 0).await;
    assert_eq!(apps.tasks(), ["Main Task Second"], "the task of its affinity");
    apps.one.take();
    apps.starts(".Task", 0).await;
    assert_eq!(apps.tasks(), ["Main Task"]);
    assert!(apps.one.take().contains(&"intent .Task".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn single_instance_shares_its_task_with_nobody() {
    let apps = Apps::set().await;
    apps.starts(".Alone", 0).await;
    assert_eq!(apps.tasks(), ["Main", "Alone"]);
    apps.starts(".Second", 0).await;
    assert_eq!(apps.tasks(), ["Alone", "Main Second"]);
    apps.one.take();
    apps.starts(".Alone", 0).await;
    assert_eq!(apps.tasks(), ["Main Second", "Alone"]);
    assert_eq!(apps.one.take(), ["paused", "resumed", "stopped", "intent .Alone"]);
    // A start from outside goes past it.
    apps.driver.start(ONE, ".Top").await;
    assert_eq!(apps.tasks(), ["Alone", "Main Second Top"]);
}

#[tokio::test(start_paused = true)]
async fn affinity_and_new_tasks() {
    let apps = Apps::set().await;
    apps.starts(".Other", 0).await;
    assert_eq!(apps.tasks(), ["Main Other"], "without a new task, that of who starts it");
    apps.starts(".Other", Intent::FLAG_NEW_TASK).await;
    assert_eq!(apps.tasks(), ["Main Other", "Other"]);
    apps.starts(".Second", Intent::FLAG_NEW_TASK).await;
    assert_eq!(apps.tasks(), ["Other", "Main Other Second"]);
    apps.starts(".Second", Intent::FLAG_NEW_TASK | Intent::FLAG_MULTIPLE_TASK).await;
    assert_eq!(apps.tasks(), ["Other", "Main Other Second", "Second"]);
    apps.starts(".Nowhere", Intent::FLAG_NEW_TASK).await;
    apps.starts(".Nowhere", Intent::FLAG_NEW_TASK | Intent::FLAG_MULTIPLE_TASK).await;
    assert_eq!(apps.tasks()[3..], ["Nowhere", "Nowhere"]);
    apps.starts(".Top", Intent::FLAG_NEW_TASK | Intent::FLAG_CLEAR_TASK).await;
    assert_eq!(apps.tasks().last().unwrap(), "Top");
}

#[tokio::test(start_paused = true)]
async fn what_leaves_no_trace_and_what_has_another_name() {
    let apps = Apps::set().await;
    apps.starts(".Passing", 0).await;
    apps.starts(".Second", 0).await;
    assert_eq!(apps.tasks(), ["Main Second"]);
    apps.one.take();
    apps.starts(".Alias", 0).await;
    assert_eq!(apps.driver.front(), "org.example.one/.Alias");
    assert!(apps.one.take().contains(&"start Main".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_result_comes_back_across_apps() {
    let apps = Apps::set().await;
    let pick = Intent { action: Some("org.example.PICK".to_owned()), ..Intent::default() };
    let main = apps.front();
    apps.one.host().start_for_result(Some(main), &pick, 7).unwrap();
    apps.settled().await;
    assert_eq!(apps.driver.front(), "org.example.two/.Pick");
    assert_eq!(apps.tasks(), ["Main Pick"], "it joins the task of who started it");
    apps.one.take();
    let picked = Intent { data: Some("x:1".to_owned()), ..Intent::default() };
    apps.two.host().finish_with(apps.front(), -1, Some(picked));
    apps.settled().await;
    assert_eq!(apps.one.take(), ["result 7 -1 x:1", "resumed"]);
    // Back says nothing, and nothing is a result.
    apps.one.host().start_for_result(Some(main), &pick, 8).unwrap();
    apps.settled().await;
    apps.driver.back().await;
    apps.settled().await;
    assert_eq!(apps.one.take(), ["paused", "stopped", "result 8 0 nothing", "resumed"]);
}

#[tokio::test(start_paused = true)]
async fn who_dies_has_cancelled() {
    for end in ["force-stop", "kill", "crash"] {
        let apps = Apps::set().await;
        let pick = Intent { action: Some("org.example.PICK".to_owned()), ..Intent::default() };
        apps.one.host().start_for_result(Some(apps.front()), &pick, 7).unwrap();
        apps.settled().await;
        apps.one.take();
        let android = &apps.driver.android;
        match end {
            "force-stop" => android.force_stop(TWO),
            "kill" => assert!(android.kill(android.pid_of(TWO).unwrap())),
            _ => assert!(android.crash(TWO, "java.lang.Error")),
        }
        apps.settled().await;
        assert_eq!(apps.driver.front(), "org.example.one/.Main", "{end}");
        assert_eq!(apps.one.take(), ["result 7 0 nothing", "resumed"], "{end}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_result_waits_for_an_activity_that_was_killed() {
    let apps = Apps::set().await;
    let pick = Intent { action: Some("org.example.PICK".to_owned()), ..Intent::default() };
    apps.one.host().start_for_result(Some(apps.front()), &pick, 7).unwrap();
    apps.settled().await;
    apps.driver.android.kill_background(ONE);
    assert_eq!(apps.driver.android.exits()[0].reason, ExitReason::KillBackground);
    apps.one.take();
    apps.two.host().finish_with(apps.front(), -1, None);
    apps.settled().await;
    assert_eq!(apps.one.take(), ["start Main", "result 7 -1 nothing", "resumed"]);
}

#[tokio::test(start_paused = true)]
async fn a_new_task_and_a_result_do_not_go_together() {
    let apps = Apps::set().await;
    let pick = Intent {
        action: Some("org.example.PICK".to_owned()),
        flags: Intent::FLAG_NEW_TASK,
        ..Intent::default()
    };
    apps.one.host().start_for_result(Some(apps.front()), &pick, 7).unwrap();
    apps.settled().await;
    assert_eq!(apps.tasks(), ["Main", "Pick"]);
    assert_eq!(apps.one.take()[0], "result 7 0 nothing");
    // One that hands on whose result it is.
    let main = apps.driver.start(ONE, ".Main").await;
    assert_eq!(main.outcome, Outcome::BroughtToFront);
}

#[tokio::test(start_paused = true)]
async fn a_result_is_handed_on() {
    let apps = Apps::set().await;
    let second = Intent::explicit(Component::new(ONE, ".Second"));
    apps.one.host().start_for_result(Some(apps.front()), &second, 3).unwrap();
    apps.settled().await;
    let pick = Intent {
        action: Some("org.example.PICK".to_owned()),
        flags: Intent::FLAG_FORWARD_RESULT,
        ..Intent::default()
    };
    let middle = apps.front();
    apps.one.host().start_for_result(Some(middle), &pick, -1).unwrap();
    apps.one.host().finish(middle);
    apps.settled().await;
    apps.one.take();
    apps.two.host().finish_with(apps.front(), 5, None);
    apps.settled().await;
    assert_eq!(apps.one.take(), ["result 3 5 nothing", "resumed"]);
}

#[tokio::test(start_paused = true)]
async fn what_others_may_not_start() {
    let apps = Apps::set().await;
    let start = |class: &str| {
        let intent = Intent::explicit(Component::new(TWO, class));
        apps.one.host().start_activity(apps.front(), &intent)
    };
    assert!(matches!(start(".Private"), Err(StartError::NotExported(..))));
    assert!(
        matches!(start(".Guarded"), Err(StartError::Permission(_, _, needs)) if needs == "org.example.GUARD")
    );
    assert!(matches!(start(".Nobody"), Err(StartError::ClassNotFound(_))));
    // The shell may.
    apps.driver.start(TWO, ".Guarded").await;
}

#[tokio::test(start_paused = true)]
async fn the_activity_in_front_turns_the_display() {
    let apps = Apps::set().await;
    let rotation = || apps.driver.android.display().rotation;
    apps.starts(".Wide", 0).await;
    assert_eq!(rotation(), Rotation::Landscape);
    apps.driver.android.set_rotation(Rotation::Seascape);
    assert_eq!(rotation(), Rotation::Landscape, "it wants this one");
    apps.one.host().request_orientation(apps.front(), 6);
    assert_eq!(rotation(), Rotation::Seascape, "either way round");
    apps.driver.android.set_rotation(Rotation::Portrait);
    assert_eq!(rotation(), Rotation::Landscape);
    apps.driver.back().await;
    apps.settled().await;
    assert_eq!(rotation(), Rotation::Portrait);
    apps.one.host().move_to_back(apps.front());
    apps.settled().await;
    assert!(apps.driver.front().starts_with("com.android.launcher3/"));
}
