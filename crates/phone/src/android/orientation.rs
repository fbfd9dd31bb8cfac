//! How the display is turned: as the user wants, unless the activity in front wants it otherwise.

use super::{ActivityId, Host, Namespace, Rotation, handle::State};

impl Host {
    /// `setRequestedOrientation`: `ActivityInfo.SCREEN_ORIENTATION_…`.
    pub fn request_orientation(&self, activity: ActivityId, wish: i32) {
        self.change(|state| {
            if let Some(record) = state.activity_mut(activity) {
                record.orientation = Some(wish);
                state.turn_for_front();
            }
        });
    }
}

impl State {
    /// Turns the display for what is in front now.
    pub(crate) fn turn_for_front(&mut self) {
        let rotation = self.rotation();
        if rotation != self.display.rotation {
            self.display.rotation = rotation;
            self.config_changed();
        }
    }

    pub(crate) fn rotation(&self) -> Rotation {
        let user = self.user_rotation();
        let natural = self.display.natural_size();
        let upright = natural.height >= natural.width;
        let (portrait, landscape) = if upright {
            ([Rotation::Portrait, Rotation::UpsideDown], [Rotation::Landscape, Rotation::Seascape])
        } else {
            ([Rotation::Landscape, Rotation::Seascape], [Rotation::Portrait, Rotation::UpsideDown])
        };
        let either = |of: [Rotation; 2]| if of.contains(&user) { user } else { of[0] };
        match self.front_orientation() {
            Some(0) => landscape[0],
            Some(1) => portrait[0],
            // Either way round, by the sensor or by the user.
            Some(6 | 11) => either(landscape),
            Some(7 | 12) => either(portrait),
            Some(8) => landscape[1],
            Some(9) => portrait[1],
            // Without the sensor: as the phone is built.
            Some(5) => Rotation::Portrait,
            // Locked.
            Some(14) => self.display.rotation,
            Some(_) | None => user,
        }
    }

    fn user_rotation(&self) -> Rotation {
        let free = self.settings.get(Namespace::System, "accelerometer_rotation") == Some("1");
        let wish = self
            .settings
            .get(Namespace::System, "user_rotation")
            .and_then(|value| value.parse().ok().and_then(Rotation::from_number));
        // The phone lies still, upright: while the sensor decides, it decides for portrait.
        if free { Rotation::Portrait } else { wish.unwrap_or_default() }
    }

    /// What the topmost activity wants that wants something; below one that covers all nobody is asked.
    fn front_orientation(&self) -> Option<i32> {
        /// Unspecified, the user's, and that of the activity behind.
        const NO_WISH: [i32; 3] = [-1, 2, 3];
        self.seen().find_map(|record| {
            let package = self.packages.get(&record.component.package);
            let activity = package.and_then(|package| package.activity(&record.component.class));
            let declared = activity.and_then(|activity| activity.orientation);
            record.orientation.or(declared).filter(|wish| !NO_WISH.contains(wish))
        })
    }
}
