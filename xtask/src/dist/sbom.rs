//! The bill of materials, as CycloneDX.

use super::Release;
use super::components::Component;
use anyhow::{Result, ensure};
use cyclonedx_bom::external_models::date_time::DateTime;
use cyclonedx_bom::external_models::spdx::SpdxExpression;
use cyclonedx_bom::models::bom::Bom;
use cyclonedx_bom::models::component::{Classification, Component as Listed, Components};
use cyclonedx_bom::models::dependency::{Dependencies, Dependency};
use cyclonedx_bom::models::license::{LicenseChoice, Licenses};
use cyclonedx_bom::models::metadata::Metadata;
use cyclonedx_bom::prelude::{Purl, SpecVersion, Validate};
use jiff::Timestamp;
use std::collections::BTreeSet;

/// The document; the program is its subject, and stands first among the components.
pub(super) fn json(release: &Release, components: &[Component]) -> Result<String> {
    let mut listed = components.iter().map(listed).collect::<Result<Vec<Listed>>>()?.into_iter();
    let subject = listed.next().map(|mut program| {
        program.component_type = Classification::Application;
        program
    });
    let known: BTreeSet<String> = components.iter().map(Component::id).collect();
    let dependencies = components.iter().map(|component| Dependency {
        dependency_ref: component.id(),
        dependencies: component.needs.intersection(&known).cloned().collect(),
    });
    let made = Timestamp::from_second(release.time.try_into()?)?;
    let bom = Bom {
        // A number of its own would differ each time.
        serial_number: None,
        metadata: Some(Metadata {
            timestamp: Some(DateTime::try_from(made.to_string())?),
            component: subject,
            ..Metadata::default()
        }),
        components: Some(Components(listed.collect())),
        dependencies: Some(Dependencies(dependencies.collect())),
        ..Bom::default()
    };
    let found = bom.validate_version(SpecVersion::V1_5);
    ensure!(found.passed(), "the bill of materials is not well-formed: {found:?}");
    let mut text = Vec::new();
    bom.output_as_json_v1_5(&mut text)?;
    text.push(b'\n');
    Ok(String::from_utf8(text)?)
}

fn listed(component: &Component) -> Result<Listed> {
    let Component { kind, name, version, licence, .. } = component;
    let licence = SpdxExpression::parse_lax(licence.clone())?;
    let mut listed = Listed::new(Classification::Library, name, version, Some(component.id()));
    listed.licenses = Some(Licenses(vec![LicenseChoice::Expression(licence)]));
    listed.purl = Some(Purl::new(kind, name, version)?);
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::super::components::of_the_program;
    use super::super::tests::release;
    use super::*;
    use serde_json::Value;

    #[test]
    fn all_components_are_listed_with_their_licences() {
        let components = of_the_program("x86_64-unknown-linux-gnu").expect("cargo knows");
        let text = json(&release(), &components).expect("it is well-formed");
        assert_eq!(text, json(&release(), &components).expect("it is well-formed"));
        let bom: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(bom["bomFormat"], "CycloneDX");
        assert_eq!(bom["metadata"]["component"]["name"], "komadai");
        assert_eq!(bom["metadata"]["timestamp"], "2023-11-14T22:13:20Z");
        let listed = bom["components"].as_array().expect("a list");
        assert_eq!(listed.len() + 1, components.len());
        assert!(listed.iter().all(|c| c["licenses"][0]["expression"].is_string()));
        let of_program = &bom["dependencies"][0]["dependsOn"];
        assert!(of_program.as_array().is_some_and(|needs| needs.len() > 20), "{of_program}");
    }
}
