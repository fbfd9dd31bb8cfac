//! Where the on-screen keyboard is, from `dumpsys window InputMethod` and `dumpsys input_method`.

use ui::Bounds;

use crate::Keyboard;

/// Reads the lines that say so; what is not said stays unknown.
pub(super) fn keyboard(lines: &str) -> Keyboard {
    let values = |key: &'static str| {
        lines.lines().filter_map(move |line| line.trim_start().strip_prefix(key)).map(str::trim)
    };
    let window = values("isVisible=").map(|word| word == "true").reduce(|any, one| any || one);
    // The service says that it asked for the keyboard; the window, whether it is there.
    let service = values("mInputShown=").map(|word| word.starts_with("true")).next_back();
    let shown = window.or(service);
    let frame = values("touchable region=").filter_map(region).next_back();
    Keyboard { shown, frame: frame.filter(|_| shown == Some(true)) }
}

/// The box around `SkRegion((l,t,r,b)(l,t,r,b)…)`.
fn region(text: &str) -> Option<Bounds> {
    let inner = text.strip_prefix("SkRegion(")?.strip_suffix(')')?;
    let boxes = inner.split(')').filter_map(|part| {
        let mut numbers = part.strip_prefix('(')?.split(',').map(|word| word.trim().parse::<i32>());
        let mut next = || numbers.next()?.ok();
        Some(Bounds::new(next()?, next()?, next()?, next()?))
    });
    boxes
        .reduce(|all, one| {
            Bounds::new(
                all.left.min(one.left),
                all.top.min(one.top),
                all.right.max(one.right),
                all.bottom.max(one.bottom),
            )
        })
        .filter(|all| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_is_shown_covers_what_takes_touches() {
        let shown = "  touchable region=SkRegion((0,1228,1080,2160))\n    isVisible=true\n  mInputShown=true\n";
        let frame = Some(Bounds::new(0, 1228, 1080, 2160));
        assert_eq!(keyboard(shown), Keyboard { shown: Some(true), frame });
        let hidden = shown.replace("isVisible=true", "isVisible=false");
        assert_eq!(keyboard(&hidden), Keyboard { shown: Some(false), frame: None });
    }

    #[test]
    fn without_a_window_the_service_is_believed() {
        assert_eq!(keyboard("  mInputShown=true\n").shown, Some(true));
        assert_eq!(keyboard(""), Keyboard::default());
        assert_eq!(keyboard("touchable region=SkRegion()\nisVisible=true").frame, None);
    }

    #[test]
    fn a_region_of_several_boxes_is_one_box() {
        let region = region("SkRegion((0,100,50,200)(50,90,80,150))");
        assert_eq!(region, Some(Bounds::new(0, 90, 80, 200)));
    }
}
