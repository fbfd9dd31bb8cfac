//! `a{b,c}d` becomes `abd acd`. The last step before wildcards, so braces from a value count as well.

/// More words than this from one are a mistake or an attack.
const MAX_WORDS: usize = 10_000;

/// The patterns that a pattern stands for; itself when there is nothing to expand or far too much.
pub(super) fn expand(pattern: &str) -> Vec<String> {
    let mut finished = Vec::new();
    // Depth first, so that the words come out in order.
    let mut pending = vec![(pattern.to_owned(), 0)];
    while let Some((pattern_now, from)) = pending.pop() {
        if pending.len() + finished.len() > MAX_WORDS {
            return vec![pattern.to_owned()];
        }
        match Group::first(&pattern_now, from) {
            None => finished.push(pattern_now),
            Some(group) if group.commas.is_empty() => pending.push((pattern_now, group.close + 1)),
            Some(group) => {
                let alternatives = group.alternatives(&pattern_now);
                pending.extend(alternatives.into_iter().rev().map(|text| (text, group.open)));
            }
        }
    }
    finished
}

/// Where the signs of one pair of braces stand.
struct Group {
    open: usize,
    commas: Vec<usize>,
    close: usize,
}

impl Group {
    /// The first one; `None` as well when it is never closed, whatever comes after.
    fn first(pattern: &str, from: usize) -> Option<Self> {
        let mut signs = signs(pattern).filter(|(index, _)| *index >= from);
        let (open, _) = signs.find(|(_, sign)| *sign == '{')?;
        let mut commas = Vec::new();
        let mut depth = 1;
        for (index, sign) in signs {
            match sign {
                '{' => depth += 1,
                ',' if depth == 1 => commas.push(index),
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(Self { open, commas, close: index });
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn alternatives(&self, pattern: &str) -> Vec<String> {
        let mut edges = vec![self.open];
        edges.extend(&self.commas);
        edges.push(self.close);
        let middles = edges.windows(2).map(|edge| &pattern[edge[0] + 1..edge[1]]);
        let (before, after) = (&pattern[..self.open], &pattern[self.close + 1..]);
        middles.map(|middle| [before, middle, after].concat()).collect()
    }
}

/// The characters that are not escaped.
fn signs(pattern: &str) -> impl Iterator<Item = (usize, char)> {
    let mut escaped = false;
    pattern.char_indices().filter(move |(_, character)| {
        let means = !escaped && *character != '\\';
        escaped = !escaped && *character == '\\';
        means
    })
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn only_what_is_closed_and_has_a_comma() {
        assert_eq!(expand("{1,{2,3}}x"), ["1x", "2x", "3x"]);
        assert_eq!(expand("{a}{b,}"), ["{a}b", "{a}"]);
        assert_eq!(expand("{{a,b}}"), ["{{a,b}}"]);
        assert_eq!(expand("a{{b,c}"), ["a{{b,c}"]);
        assert_eq!(expand("\\{a,b\\}{\\,,ü}"), ["\\{a,b\\}\\,", "\\{a,b\\}ü"]);
    }

    #[test]
    fn far_too_many_stay_one() {
        let bomb = "{a,b}".repeat(40);
        assert_eq!(expand(&bomb), [bomb.as_str()]);
    }
}
