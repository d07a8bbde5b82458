//! Trees of variations: read, written, kept.

use super::No;
use crate::analysis::{Patience, RulesWish, TreeError, TreeView, view_tree};
use crate::id::Token;
use crate::rules::{DefinitionId, House, Settings, Work};
use komadai_records::file::Format;
use komadai_records::json::{Document, TreeForm};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// No tree of variations is larger, with all that is remarked.
pub const MOST_BYTES_OF_A_TREE: usize = 2 << 20;
/// Letters of a title.
const MOST_TITLE: usize = 200;

/// A tree, and by which rules.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeRequest {
    /// By which rules.
    pub rules: RulesWish,
    /// The tree.
    pub tree: TreeForm,
}

/// A record that somebody brings along.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// PGN, KIF, KI2, CSA, JKF, USI, JSON as this server writes it, a position, or nothing but moves.
    pub text: String,
    /// The variant where the record does not name it.
    pub variant: Option<String>,
}

impl ReadRequest {
    /// By which rules a record is of this variant, which was found out.
    ///
    /// # Errors
    /// When it was not.
    pub fn rules(text: &str, variant: Option<String>) -> Result<RulesWish, No> {
        let document = serde_json::from_str::<Document>(text).ok();
        let set = document.filter(|it| variant.as_ref() == Some(&it.variant));
        let set = set.map(|document| document.set).unwrap_or_default();
        let missing = || No::field("variant", "the record does not say which game it is of");
        Ok(RulesWish::of(variant.ok_or_else(missing)?, set))
    }
}

/// A tree that is to be written to a file.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    /// By which rules.
    pub rules: RulesWish,
    /// The tree.
    pub tree: TreeForm,
    /// In which form.
    pub format: Format,
}

/// A file.
#[derive(Clone, Debug)]
pub struct TextFile {
    /// What it is called.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}

impl TextFile {
    /// A tree by these rules as a file.
    ///
    /// # Errors
    /// When it is none, or the form cannot tell of it.
    pub fn of_tree<W: Work>(
        (tree, format): (&TreeForm, Format),
        (definition, settings, house): (&DefinitionId, &Settings, &House<W>),
        patience: &Patience,
    ) -> Result<Self, No> {
        let view = view_tree(tree, house, settings, patience)?;
        let text = match format {
            Format::Pgn => view.pgn(house),
            Format::Json => {
                let (variant, set) = (view.variant.clone(), view.set.clone());
                let definition = Some(definition.as_str().to_owned());
                let document = Document { variant, set, definition, tree: view.form() };
                // Nothing in it can fail to be written.
                serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
            }
            format => view
                .file(house, format, patience)
                .map_err(|error| TreeError::Form(error.to_string()))?,
        };
        let plain = |c: &char| c.is_ascii_alphanumeric() || "-_".contains(*c);
        let variant: String = view.variant.chars().filter(plain).collect();
        let (ending, media_type) = (format.endings()[0], format.media_type());
        Ok(TextFile { name: format!("komadai-{variant}-analysis.{ending}"), media_type, text })
    }
}

/// An analysis that is to be kept.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepRequest {
    /// A token of one's own, by which its owner is known: 128 bits of chance in base64url, 22 characters.
    pub token: String,
    /// By which rules.
    pub rules: RulesWish,
    /// The tree.
    pub tree: TreeForm,
}

/// An analysis that was kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Kept {
    /// Whoever knows it may look on.
    pub id: String,
    /// Grows by one with every change.
    pub version: u64,
}

/// The next version of an analysis.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeRequest {
    /// The token of its owner.
    pub token: String,
    /// The version that was changed.
    pub version: u64,
    /// The tree.
    pub tree: TreeForm,
}

/// A token by which an owner wants to be known.
///
/// # Errors
/// When it is none.
pub fn owner_token(text: &str) -> Result<Token, No> {
    Token::parse(text).ok_or_else(No::no_token)
}

/// An analysis as it is kept.
#[derive(Clone, Debug)]
pub struct OneAnalysis {
    /// What it is called.
    pub title: String,
    /// How many moves it has.
    pub moves: u32,
    /// All of it, in JSON.
    pub document: String,
}

impl OneAnalysis {
    /// A tree that was checked, by these rules.
    ///
    /// # Errors
    /// When there is too much of it.
    pub fn of(view: &TreeView, variant: &str, settings: Settings) -> Result<Self, No> {
        let tree = view.form();
        let (title, number) = (tree.title.clone(), tree.nodes.len());
        let (variant, set) = (variant.to_owned(), settings.into_iter().collect());
        let document = Document { variant, set, definition: None, tree };
        let document = serde_json::to_string(&document).map_err(|_| No::internal())?;
        if document.len() > MOST_BYTES_OF_A_TREE {
            // Its next version could not be sent any more.
            return Err(No::field("nodes", "the analysis would be larger than 2 MB"));
        }
        Ok(OneAnalysis { title, moves: u32::try_from(number).unwrap_or(u32::MAX), document })
    }

    /// Whether a tree may be called so.
    ///
    /// # Errors
    /// When that is too long.
    pub fn check_title(tree: &TreeForm) -> Result<(), No> {
        if tree.title.chars().count() <= MOST_TITLE {
            return Ok(());
        }
        Err(No::field("title", format!("a title has {MOST_TITLE} letters at most")))
    }
}

/// By which rules an analysis is that was kept.
pub fn known_rules(document: &Document) -> Settings {
    document.set.clone().into_iter().collect()
}

/// An analysis as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisView {
    /// Its name.
    pub id: String,
    /// Grows by one with every change.
    pub version: u64,
    /// ISO 8601.
    pub changed: String,
    /// Whether the token is that of its owner.
    pub mine: bool,
    /// The tree.
    pub tree: TreeView,
}

/// Some analyses.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Analyses {
    /// Each in short.
    pub analyses: Vec<ShortAnalysisView>,
}

/// What a list of analyses shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShortAnalysisView {
    /// Its name.
    pub id: String,
    /// The id of the variant.
    pub variant: String,
    /// What it is called.
    pub title: String,
    /// ISO 8601.
    pub changed: String,
    /// How many moves it has.
    pub moves: u32,
}
