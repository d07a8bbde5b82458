//! What can be wrong with a position.

use crate::position::SetupError;

/// Everything that is wrong with a setup; never empty. It is written as one sentence, with the single
/// errors one after the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupErrors(pub(crate) Vec<SetupError>);

impl From<SetupError> for SetupErrors {
    fn from(error: SetupError) -> Self {
        SetupErrors(vec![error])
    }
}

impl std::ops::Deref for SetupErrors {
    type Target = [SetupError];

    fn deref(&self) -> &[SetupError] {
        &self.0
    }
}

impl IntoIterator for SetupErrors {
    type Item = SetupError;
    type IntoIter = std::vec::IntoIter<SetupError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a SetupErrors {
    type Item = &'a SetupError;
    type IntoIter = std::slice::Iter<'a, SetupError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
