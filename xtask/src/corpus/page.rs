//! The report as one page that needs nothing else: an index, and every screen with its text beside its
//! source.

use std::fmt::Write as _;

use judge::Folder;

use super::report::{COLUMNS, Entry, Report};
use super::{html, source, wireframe};

pub(crate) fn write(folder: &Folder, report: &Report) -> String {
    let mut out = String::from(HEAD);
    let _infallible = write!(
        out,
        "<style>{STYLE}</style>\n<input type=\"checkbox\" id=\"all\">\n<main><h1>Screens</h1><p>{}</p>\n",
        report.summary()
    );
    index(&mut out, report);
    out.push_str("</main>\n");
    for (number, (entry, recording)) in report.entries.iter().zip(&folder.screens).enumerate() {
        section(&mut out, number, report.entries.len(), entry, &recording.bytes);
    }
    let _infallible = write!(out, "<script>{SORT}</script>\n</html>\n");
    out
}

fn index(out: &mut String, report: &Report) {
    out.push_str("<table><thead><tr><th>screen</th><th>bytes</th>");
    for (heading, _) in COLUMNS {
        let _infallible = write!(out, "<th>{heading}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for (number, entry) in report.entries.iter().enumerate() {
        let name = html::escaped(&entry.name);
        let _infallible = write!(
            out,
            r##"<tr><td><a href="#s{number}">{name}</a></td><td>{}</td>"##,
            entry.bytes
        );
        match &entry.outcome {
            Ok(screen) => {
                for (heading, of) in COLUMNS {
                    let value = of(screen);
                    let wrong = value > 0 && (heading.contains("lost") || *heading == "leaks");
                    let class = if wrong { " class=\"bad\"" } else { "" };
                    let _infallible = write!(out, "<td{class}>{value}</td>");
                }
            }
            Err(_) => {
                let _infallible =
                    write!(out, r#"<td class="bad" colspan="{}">failed</td>"#, COLUMNS.len());
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
}

fn section(out: &mut String, number: usize, count: usize, entry: &Entry, bytes: &[u8]) {
    let (before, after) = ((number + count - 1) % count, (number + 1) % count);
    let name = html::escaped(&entry.name);
    let _infallible = write!(
        out,
        r##"<section id="s{number}"><header><a href="#">all screens</a> <a href="#s{before}">previous</a> <a href="#s{after}">next</a> <label for="all">usual values</label> <b>{name}</b> "##
    );
    match &entry.outcome {
        Ok(screen) => {
            let _infallible = write!(out, "{} bytes", entry.bytes);
            for (heading, of) in COLUMNS {
                let _infallible = write!(out, ", {} {heading}", of(screen));
            }
            out.push_str("</header><div class=\"ours\"><pre>");
            html::push(out, &screen.shown.text);
            out.push_str("</pre>");
            wrongs(out, entry);
            out.push_str("</div><div class=\"drawn\">");
            out.push_str(&wireframe::svg(screen));
        }
        Err(why) => {
            out.push_str("</header><div class=\"ours\"><p class=\"bad\">");
            html::push(out, why);
            out.push_str("</p>");
        }
    }
    out.push_str("</div><pre class=\"source\">");
    push_source(out, &source::pretty(bytes));
    out.push_str("</pre></section>\n");
}

fn wrongs(out: &mut String, entry: &Entry) {
    let Ok(screen) = &entry.outcome else { return };
    let gaps = screen.shown.reading.tree.gaps().iter();
    let gaps = gaps.map(|gap| format!("gap: {} at {}", gap.what, gap.at));
    let losses = screen.losses().iter().map(ToString::to_string);
    let all: Vec<String> = gaps.chain(losses).collect();
    if all.is_empty() {
        return;
    }
    out.push_str("<ul class=\"bad\">");
    for wrong in all {
        let _infallible = write!(out, "<li>{}</li>", html::escaped(&wrong));
    }
    out.push_str("</ul>");
}

/// What says nothing steps back, so that what differs is seen.
fn push_source(out: &mut String, source: &str) {
    let escaped = html::escaped(source);
    let mut rest = escaped.as_str();
    while let Some(at) = rest.find("=&quot;") {
        let name = rest[..at].rfind([' ', '\n']).unwrap_or(at);
        let value = &rest[at + 7..];
        let end = at + 7 + value.find("&quot;").map_or(value.len(), |quote| quote + 6);
        let usual = ["=&quot;false&quot;", "=&quot;&quot;", "enabled=&quot;true&quot;"];
        let usual = usual.iter().any(|usual| rest[name..end].ends_with(usual));
        out.push_str(&rest[..name]);
        if usual {
            let _infallible = write!(out, "<i>{}</i>", &rest[name..end]);
        } else {
            out.push_str(&rest[name..end]);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>Screens</title>\n";

const STYLE: &str = "
body{margin:0;font:14px/1.4 system-ui,sans-serif;color:#1b1f24;background:#fff}
main{padding:1rem 1.5rem}
table{border-collapse:collapse}
th,td{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #e3e6ea;font-variant-numeric:tabular-nums}
th{position:sticky;top:0;background:#fff;cursor:pointer;vertical-align:bottom}
th:first-child,td:first-child{text-align:left}
.bad{color:#b3261e;font-weight:600}
ul.bad{font-weight:400;padding-left:1.2rem;overflow-wrap:anywhere}
section{display:none}
#all{position:absolute;opacity:0}
#all:not(:checked)~section .source i{display:none}
label{margin-right:.6rem;padding:0 .4rem;border:1px solid #cfd4da;border-radius:.3rem;cursor:pointer;color:#68707a}
#all:checked~section label{color:#fff;background:#68707a}
section:target{display:grid;position:fixed;inset:0;background:#fff;grid-template:auto minmax(0,1fr)/minmax(0,5fr) minmax(0,3fr) minmax(0,7fr)}
section header{grid-column:1/-1;padding:.5rem 1rem;border-bottom:1px solid #cfd4da;background:#f5f7f9}
section header a{margin-right:.6rem}
.ours:has(+.source){grid-column:1/3}
.ours,.drawn,.source{overflow:auto;padding:.8rem 1rem;margin:0}
.ours pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
pre{font:12px/1.45 ui-monospace,monospace;tab-size:2}
.source{border-left:1px solid #cfd4da}
.source i{color:#a4abb3;font-style:normal}
.wire{display:block;width:100%;max-height:100%;border:1px solid #cfd4da;background:#fff}
.wire rect{fill:none;vector-effect:non-scaling-stroke}
.wire .frame{stroke:#eceff2}
.wire .text{stroke:#9aa3ad;fill:#9aa3ad22}
.wire .ref{stroke:#1a66cc;fill:#1a66cc12}
.wire .lost{stroke:#b3261e;fill:#b3261e22}
.wire text{font-family:ui-monospace,monospace;fill:#0b3f86;paint-order:stroke;stroke:#fff;stroke-width:6px}
";

/// A click on a heading sorts by it; another turns the order around.
const SORT: &str = "
document.querySelectorAll('th').forEach((head,column)=>head.onclick=()=>{
const body=document.querySelector('tbody'),cell=row=>(row.cells[column]||row.cells[row.cells.length-1]).textContent;
const order=head.dataset.order=head.dataset.order==='down'?'up':'down';
[...body.rows].sort((a,b)=>(order==='down'?-1:1)*cell(a).localeCompare(cell(b),'en',{numeric:true})).forEach(row=>body.append(row))})
";

#[cfg(test)]
mod tests {
    use judge::Recording;
    use ui::Format;

    use super::*;

    #[test]
    fn a_hostile_screen_stays_text() {
        let source = br#"<hierarchy><node class="View" bounds="[0,0][9,9]"><node text="&lt;script&gt;alert(1)&lt;/script&gt;" enabled="true" bounds="[0,0][9,9]"/></node></hierarchy>"#;
        let recording = Recording {
            name: "<b>.xml".to_owned(),
            bytes: source.to_vec(),
            format: Format::UiautomatorXml,
        };
        let folder = Folder { screens: vec![recording], others: 2 };
        let report = Report::on(&folder);
        let page = write(&folder, &report);
        let body = page.split_once("</style>").map(|(_, body)| body).unwrap_or_default();
        assert_eq!(body.matches("<script>").count(), 1, "ours alone");
        assert!(!body.contains("<b>.xml") && body.contains("&lt;b&gt;.xml"));
        assert!(body.contains("&quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot;"), "{body}");
        assert!(body.contains("<i> enabled=&quot;true&quot;</i>"), "{body}");
        assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url("));
        let summary = report.summary();
        let (counts, tokens) = summary.rsplit_once(", ").unwrap_or_default();
        assert_eq!(
            counts,
            "1 screens, 1 parsed, 0 with gaps, 0 failed, 2 other files, 0 visible labels lost"
        );
        assert!(tokens.starts_with("median ") && tokens.ends_with(" tokens"), "{tokens}");
    }
}
