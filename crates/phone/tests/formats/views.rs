//! `dumpsys activity top`: activities and their views.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;
use regex::Regex;
use std::sync::LazyLock;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "dumpsys/activity-top-2016.txt",
        "dumpsys/activity-top-2017.txt",
        "dumpsys/activity-top-utf16-phone.txt",
    ],
    lacking: &[
        (
            "no app of the phone is made of fragments",
            "FragmentManager misc state/*, Local Activity State/mAdded, \
             Local Activity State/mBackStackNesting, Local Activity State/mContainer, \
             Local Activity State/mContainerId, Local Activity State/mCurState, \
             Local Activity State/mDestroyed, Local Activity State/mDetached, \
             Local Activity State/mFragmentId, Local Activity State/mFragmentManager, \
             Local Activity State/mFromLayout, Local Activity State/mHasMenu, \
             Local Activity State/mHidden, Local Activity State/mHost, \
             Local Activity State/mInLayout, Local Activity State/mIndex, \
             Local Activity State/mLoadersStarted, Local Activity State/mMenuVisible, \
             Local Activity State/mParent, Local Activity State/mRemoving, \
             Local Activity State/mRetainInstance, Local Activity State/mRetaining, \
             Local Activity State/mState, Local Activity State/mStateSaved, \
             Local Activity State/mTag, Local Activity State/mUserVisibleHint, \
             Local Activity State/mWho, Local FragmentActivity State/*, \
             section/FragmentManager misc state, section/Fragments, \
             section/Local FragmentActivity State",
        ),
        (
            "printed after API 34",
            "BackTouchTracker state/*, ImeBackAnimationController/*, ViewRoot/mChannel, \
             ViewRoot/mLastReportedActivityWindowInfo, ViewRoot/mResampleTouch, \
             section/BackTouchTracker state, section/ImeBackAnimationController",
        ),
        ("what apps know of the bars is what the window manager says", "InsetsController/*"),
        (
            "the vendor's own, or printed after API 34",
            "ViewRoot/mLastPerformTraversalsFailedReason, ViewRoot/mQueueLength, ViewRoot/type, \
             activity/displayId, task/displayId",
        ),
        ("a vendor's own", "VivoBlurRender/*, section/VivoBlurRender, section/dumpables"),
        ("no app of the phone asks for the way back", "WindowOnBackDispatcher/*"),
        ("dumps that apps may add", "dumpables/*"),
        (
            "not modelled, and asked for by nobody known",
            "section/InsetsController, section/ResourcesManager, \
             section/WindowOnBackDispatcher",
        ),
    ],
    beyond: &[],
};

/// `CLASS{HASH FLAGS PRIVATE L,T-R,B #ID PACKAGE:id/NAME}`
static VIEW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\s+([\w.$]+)\{([0-9a-f]+) ([VIG])([F.])([E.])([D.])([H.])([V.])([C.])([L.]?)([K.]?) ([\w.]+) (-?\d+),(-?\d+)-(-?\d+),(-?\d+)(?: #([0-9a-f]+))?(?: (\w+):id/(\w+))?",
    )
    .unwrap()
});

fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut part = "activity".to_owned();
    for line in text.lines() {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        if let Some(view) = VIEW.captures(line) {
            for (index, name) in ["class", "hash", "visibility", "focusable", "enabled", "drawn"]
                .into_iter()
                .enumerate()
            {
                fields.put("view", name, &view[index + 1]);
            }
            for (index, name) in [(17, "number"), (18, "package"), (19, "id")] {
                if let Some(found) = view.get(index) {
                    // A number may have digits only, or letters too.
                    let kind = if name == "number" { "0x" } else { "text:" };
                    fields.put("view", name, &format!("{kind}{}", found.as_str()));
                }
            }
        } else if let Some(task) = body.strip_prefix("TASK ") {
            fields.put("task", "TASK", task);
            fields.put_pairs("task", task);
        } else if let Some(activity) = body.strip_prefix("ACTIVITY ") {
            "activity".clone_into(&mut part);
            fields.put(&part, "ACTIVITY", activity);
            fields.put_pairs(&part, activity);
        } else if indent == 4 && body.ends_with(':') {
            // `Local Activity 4b2a219 State:` names an object.
            let name: Vec<&str> = body
                .trim_end_matches(':')
                .split(' ')
                .filter(|word| u64::from_str_radix(word, 16).is_err())
                .collect();
            part = name.join(" ");
            fields.put("section", &part, "");
        } else {
            fields.put_pairs(&part, body);
        }
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::shop().await.run("dumpsys activity top").await);
}
