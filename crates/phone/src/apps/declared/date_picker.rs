//! The framework's calendar dialog: a month of days, arrows to the months beside it.

use jiff::{Span, civil::Date};

use crate::{
    apps::toolkit::widgets,
    screen::{Align, Color, Content, Edges, Flags, Icon, Key, Length, Look, TextLook, Theme, View},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DatePicker {
    /// The first day of the month that is shown.
    month: Date,
    chosen: Date,
}

/// What a touch on the calendar does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Day(i8),
    /// Months forwards or back.
    Month(i32),
}

impl DatePicker {
    /// Opens on a date such as `2026-11-15`, or else on today.
    pub(crate) fn showing(text: &str, today: Option<Date>) -> Self {
        let chosen = text.parse().ok().or(today).unwrap_or(Date::constant(2000, 1, 1));
        Self { month: chosen.first_of_month(), chosen }
    }

    /// As a variable holds it.
    pub(crate) fn value(self) -> String {
        self.chosen.to_string()
    }

    pub(crate) fn step(&mut self, step: Step) {
        match step {
            Step::Month(months) => {
                let moved = self.month.checked_add(Span::new().months(months));
                self.month = moved.unwrap_or(self.month);
            }
            Step::Day(day) => {
                let date = Date::new(self.month.year(), self.month.month(), day);
                self.chosen = date.unwrap_or(self.chosen);
            }
        }
    }

    /// The dialog's content, with the step behind each key.
    pub(crate) fn view(self, key: Key) -> (View, Vec<(Key, Step)>) {
        let mut steps = Vec::new();
        let mut year = widgets::text(&self.chosen.strftime("%Y").to_string(), widgets::CAPTION);
        "android:id/date_picker_header_year".clone_into(&mut year.id);
        let shown = self.chosen.strftime("%a, %b %-d").to_string();
        let mut date = widgets::text(&shown, TextLook { size: 28.0, ..widgets::BODY });
        "android:id/date_picker_header_date".clone_into(&mut date.id);
        let header =
            widgets::identified(widgets::column(vec![year, date]), "android:id/date_picker_header");
        let mut arrow = |place, id: &str, desc, icon, months| {
            let key = key.child(place);
            steps.push((key, Step::Month(months)));
            widgets::identified(widgets::icon_button(key, icon, desc), id)
        };
        let back = arrow(0, "android:id/prev", "Previous month", Icon::Back, -1);
        let on = arrow(1, "android:id/next", "Next month", Icon::Down, 1);
        let mut name = widgets::text(
            &self.month.strftime("%B %Y").to_string(),
            TextLook { align: Align::Center, ..widgets::BODY },
        );
        name.width = Length::Weight(1.0);
        let month = self.days(key.child(2), &mut steps);
        let pager = View {
            class: "com.android.internal.widget.ViewPager".into(),
            id: "android:id/day_picker_view_pager".to_owned(),
            ..widgets::column(vec![month])
        };
        let picker = View {
            class: "android.widget.DatePicker".into(),
            id: "android:id/datePicker".to_owned(),
            gap: 8.0,
            ..widgets::column(vec![header, widgets::row(vec![back, name, on]), pager])
        };
        (picker, steps)
    }

    fn days(self, key: Key, steps: &mut Vec<(Key, Step)>) -> View {
        let before = self.month.weekday().to_sunday_zero_offset();
        let mut weeks: Vec<Vec<View>> = Vec::new();
        let mut week: Vec<View> = (0..before).map(|_| blank()).collect();
        for day in 1..=self.month.days_in_month() {
            if week.len() == 7 {
                weeks.push(std::mem::take(&mut week));
            }
            let key = key.child(usize::from(day.unsigned_abs()));
            steps.push((key, Step::Day(day)));
            week.push(self.day(key, day));
        }
        while week.len() < 7 {
            week.push(blank());
        }
        weeks.push(week);
        let rows = weeks.into_iter().map(|week| widgets::row(week).with(Flags::SILENT));
        View {
            class: "android.view.View".into(),
            id: "android:id/month_view".to_owned(),
            flags: Flags::NONE,
            ..widgets::column(rows.collect())
        }
    }

    fn day(self, key: Key, day: i8) -> View {
        let date = Date::new(self.month.year(), self.month.month(), day).unwrap_or(self.month);
        let chosen = date == self.chosen;
        let color = if chosen { Theme::ON_PRIMARY } else { Theme::TEXT };
        View {
            key,
            class: "android.view.View".into(),
            text: day.to_string(),
            desc: date.strftime("%d %B %Y").to_string(),
            flags: (Flags::CLICKABLE | Flags::FOCUSABLE).with_if(chosen, Flags::CHECKED),
            width: Length::Weight(1.0),
            height: Length::Dp(40.0),
            padding: Edges::sides(0.0, 8.0),
            look: Look {
                background: chosen.then_some(Theme::PRIMARY),
                radius: 20.0,
                content: Content::Text(centered(color)),
                ..Look::default()
            },
            ..View::default()
        }
    }
}

fn centered(color: Color) -> TextLook {
    TextLook { size: 14.0, color, align: Align::Center, ..widgets::BODY }
}

fn blank() -> View {
    let (width, height) = (Length::Weight(1.0), Length::Dp(40.0));
    View { width, height, flags: Flags::SILENT, ..widgets::space() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_through_months_and_days() {
        let today = Some(Date::constant(2026, 11, 15));
        let mut picker = DatePicker::showing("no date", today);
        assert_eq!(picker.value(), "2026-11-15");
        picker.step(Step::Month(3));
        assert_eq!(picker.value(), "2026-11-15", "looking is not choosing");
        picker.step(Step::Day(28));
        assert_eq!(picker.value(), "2027-02-28");
        picker.step(Step::Day(31));
        assert_eq!(picker.value(), "2027-02-28", "there is no such day");
        let (_, steps) = picker.view(Key(1));
        assert_eq!(steps.len(), 2 + 28);
    }
}
