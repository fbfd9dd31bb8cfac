//! The language in which toybox's commands say what options they take, for example `<1w#<0=76(wrap)d[!dw]`.

/// One option.
#[derive(Debug, Default)]
pub(super) struct Choice<'s> {
    /// None for one that has only long names.
    pub(super) letter: Option<char>,
    pub(super) names: Vec<&'s str>,
    /// What follows it: `:` a text, `*` texts, `#` a number, `-` a number that counts down, nothing.
    pub(super) kind: Option<char>,
    /// One of those that have this must be there.
    pub(super) required: bool,
    /// The phone does not do it, though the command names it where it lists what it needs (`!`, our own sign).
    pub(super) refused: bool,
    /// The value is only taken when it is attached.
    pub(super) optional: bool,
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
    pub(super) default: Option<i64>,
    /// Letters that it switches off, switches on, and forbids.
    pub(super) off: String,
    pub(super) on: String,
    pub(super) forbids: String,
}

#[derive(Debug, Default)]
pub(super) struct OptionString<'s> {
    pub(super) choices: Vec<Choice<'s>>,
    /// Options end at the first word.
    pub(super) stops_early: bool,
    /// What is no option is an operand.
    pub(super) forgives: bool,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

impl<'s> OptionString<'s> {
    pub(super) fn parse(text: &'s str) -> Self {
        let mut string = Self::default();
        let mut rest = text;
        while let Some(sign) = rest.chars().next().filter(|sign| "^?<>".contains(*sign)) {
            let count = rest[1..].chars().next().and_then(|digit| digit.to_digit(10));
            let count = count.and_then(|count| usize::try_from(count).ok());
            match sign {
                '^' => string.stops_early = true,
                '?' => string.forgives = true,
                '<' => string.least = count.unwrap_or(0),
                _ => string.most = count,
            }
            rest = &rest[if "<>".contains(sign) { 2 } else { 1 }..];
        }
        string.forgives |= rest.is_empty();
        let (choices, groups) = rest.split_at(rest.find('[').unwrap_or(rest.len()));
        string.choices(choices);
        for group in groups.split('[').filter_map(|group| group.strip_suffix(']')) {
            let Some(sign) = group.chars().next() else { continue };
            let members = &group[1..];
            for choice in &mut string.choices {
                let Some(letter) = choice.letter.filter(|letter| members.contains(*letter)) else {
                    continue;
                };
                let others = members.chars().filter(|other| *other != letter);
                match sign {
                    '-' => choice.off.extend(others),
                    '+' => choice.on.extend(others),
                    _ => choice.forbids.extend(others),
                }
            }
        }
        string
    }

    fn choices(&mut self, text: &'s str) {
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let after = &rest[sign.len_utf8()..];
            if sign == '(' {
                let (name, after) = after.split_once(')').unwrap_or((after, ""));
                // A name belongs to the letter before it; where there is none, it is an option of its own.
                match self.choices.last_mut() {
                    Some(choice) if choice.letter.is_some() => {
                        choice.names.push(name);
                    }
                    _ => self.choices.push(Choice { names: vec![name], ..Choice::default() }),
                }
                rest = after;
                continue;
            }
            let Some(choice) = self.choices.last_mut().filter(|_| ":*#-|;!<>=".contains(sign))
            else {
                self.choices.push(Choice { letter: Some(sign), ..Choice::default() });
                rest = after;
                continue;
            };
            rest = after;
            match sign {
                '|' => choice.required = true,
                ';' => choice.optional = true,
                '!' => choice.refused = true,
                '<' | '>' | '=' => {
                    let digits = |c: char| !(c.is_ascii_digit() || c == '-');
                    let (number, after) = after.split_at(after.find(digits).unwrap_or(after.len()));
                    let number = number.parse().ok();
                    match sign {
                        '<' => choice.low = number,
                        '>' => choice.high = number,
                        _ => choice.default = number,
                    }
                    rest = after;
                }
                _ => choice.kind = Some(sign),
            }
        }
    }
}
