//! Maven: one run that copies exactly these files, and nothing that they depend on.

use std::fmt::Write as _;
use std::path::Path;

use super::LIMIT;
use crate::runtime::parts::Part;
use crate::runtime::program;

/// Copies the parts into `files` in the folder.
pub(super) async fn bring(maven: &Path, parts: &[&Part], folder: &Path) -> Result<(), String> {
    let project = folder.join("pom.xml");
    std::fs::write(&project, pom(parts)).map_err(|error| error.to_string())?;
    let arguments = ["-B", "-q", "-Dstyle.color=never", "-f"].map(Into::into);
    let arguments =
        arguments.into_iter().chain([project.into_os_string(), "dependency:copy".into()]);
    let said = program::run(maven, arguments, "", LIMIT).await?;
    if said.good { Ok(()) } else { Err(reason(said.complaint())) }
}

/// Without a repository Maven does not find even the plugin that copies, and complains about that.
fn reason(complaint: String) -> String {
    let plugin =
        ["No plugin found for prefix", "PluginResolutionException", "maven-dependency-plugin"];
    if plugin.iter().any(|sign| complaint.contains(sign)) {
        "it reaches no repository".to_owned()
    } else {
        complaint
    }
}

fn pom(parts: &[&Part]) -> String {
    let mut items = String::new();
    for part in parts {
        // The list allows nothing in a name that would have to be escaped. Writing to a string cannot fail.
        writeln!(
            items,
            "<artifactItem><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version><type>jar</type></artifactItem>",
            part.group, part.artifact, part.version
        )
        .ok();
    }
    format!(
        "<project><modelVersion>4.0.0</modelVersion>\
         <groupId>fingertip</groupId><artifactId>parts</artifactId><version>1</version><packaging>pom</packaging>\n\
         <build><plugins><plugin><artifactId>maven-dependency-plugin</artifactId><configuration>\n\
         <outputDirectory>${{project.basedir}}/files</outputDirectory>\n\
         <artifactItems>\n{items}</artifactItems>\n\
         </configuration></plugin></plugins></build></project>\n"
    )
}
