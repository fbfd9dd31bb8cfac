//! Permission bits as text: `755`, `u+x`, `a=r,go-w`.

/// The bits after a change. Who names nobody means all, but for the `umask`.
pub(super) fn changed(change: &str, mode: u32, is_dir: bool, umask: u32) -> Option<u32> {
    if change.starts_with(|c: char| c.is_ascii_digit()) {
        return u32::from_str_radix(change, 8).ok().filter(|bits| *bits <= 0o7777);
    }
    let mut mode = mode;
    let mut rest = change;
    loop {
        let end = rest.find(|c: char| !"ugoa".contains(c)).unwrap_or(rest.len());
        let (who, after) = rest.split_at(end);
        rest = after;
        let mut mask = who.chars().fold(0, |mask, letter| {
            mask | match letter {
                'u' => 0o4700,
                'g' => 0o2070,
                'o' => 0o0007,
                _ => 0o6777,
            }
        });
        if who.is_empty() {
            mask = 0o6777 & !umask;
        }
        // One after another: `a=r+w`.
        loop {
            let sign = rest.chars().next().filter(|sign| "=+-".contains(*sign))?;
            let letters = &rest[1..];
            let end = letters.find(|c: char| !"xwrstX".contains(c)).unwrap_or(letters.len());
            let (what, after) = letters.split_at(end);
            rest = after;
            let mut bits = 0;
            for letter in what.chars() {
                bits |= match letter {
                    'r' => 0o444,
                    'w' => 0o222,
                    'x' => 0o111,
                    'X' if is_dir || mode & 0o111 != 0 => 0o111,
                    's' => 0o6000,
                    't' => 0o1000,
                    _ => 0,
                };
            }
            // The bits of another class.
            if what.is_empty()
                && let Some(class) = rest.chars().next().and_then(|letter| "ogu".find(letter))
            {
                bits = (mode >> (3 * class) & 7) * 0o111;
                rest = &rest[1..];
            }
            // The sticky bit belongs to nobody.
            let touched = mask | 0o1000;
            mode = match sign {
                '+' => mode | bits & touched,
                '-' => mode & !(bits & touched),
                // The set-id bits are taken away from everybody.
                _ => mode & !(touched | 0o6000) | bits & touched,
            };
            if rest.is_empty() {
                return Some(mode);
            }
            if let Some(after) = rest.strip_prefix(',') {
                rest = after;
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn changes() {
        let apply = |change, mode| changed(change, mode, false, 0o022);
        assert_eq!(apply("755", 0), Some(0o755));
        assert_eq!(apply("+x", 0o644), Some(0o755));
        assert_eq!(apply("+w", 0o444), Some(0o644));
        assert_eq!(apply("a=r+w", 0o777), Some(0o666));
        assert_eq!(apply("u=rw,go-w", 0o777), Some(0o655));
        assert_eq!(apply("g=u", 0o700), Some(0o770));
        assert_eq!(apply("999", 0), None);
        assert_eq!(apply("q+x", 0), None);
        assert_eq!(apply("", 0), None);
    }
}
