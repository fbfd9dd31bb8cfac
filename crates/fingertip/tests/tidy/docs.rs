//! Generated pages say what the code says.

use fingertip::rules::Rules;
use fingertip::tools::{ALL, Entry};

use super::source::workspace;

#[test]
fn generated_docs_are_fresh() {
    let docs = workspace().join("docs");
    let rules = fingertip::docs::rules(&Rules::read(&workspace()).unwrap());
    let stale: Vec<String> = fingertip::docs::pages()
        .into_iter()
        .chain([rules])
        .filter(|(path, text)| std::fs::read_to_string(docs.join(path)).ok().as_ref() != Some(text))
        .map(|(path, _)| path)
        .collect();
    assert!(stale.is_empty(), "run `cargo xtask docs`: {stale:?} are stale");
    let pages = fingertip::docs::pages().len();
    let files = std::fs::read_dir(docs.join("tools")).unwrap().count();
    assert_eq!(files + 1, pages, "docs/tools has pages of tools that are gone");
}

#[test]
fn every_rule_is_held_by_a_test_and_every_test_names_rules_that_are_there() {
    let rules = Rules::read(&workspace()).unwrap();
    let problems = rules.problems();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let lawless = ALL.iter().map(Entry::name).filter(|name| rules.of(name).next().is_none());
    assert_eq!(lawless.collect::<Vec<_>>(), Vec::<&str>::new(), "tools without rules");
}

#[test]
fn every_fault_is_described() {
    let page = workspace().join("docs/faults.md");
    let text = std::fs::read_to_string(page).expect("the page of faults");
    for form in phone::faults::FORMS {
        assert!(text.contains(&format!("`{}", form.name)), "docs/faults.md lacks {}", form.name);
    }
    for damage in phone::faults::Damage::ALL {
        assert!(text.contains(&format!("`dump={}`", damage.name())), "{damage:?}");
    }
    for profile in phone::faults::Profile::ALL {
        assert!(text.contains(&format!("`{profile}`")), "{profile}");
    }
}
