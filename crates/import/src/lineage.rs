//! A section with all those that it inherits from.

use crate::ini::{File, Section};
use komadai_variant::Diagnostic;
use komadai_variant::suggest::nearest;

/// The longest chain of parents.
const LONGEST: usize = 100;

/// The section of that name and its parents, the oldest first. A parent stands above its child, or is
/// built in.
pub(crate) fn of<'a>(
    file: &'a File,
    builtin: &'a File,
    index: usize,
) -> Result<Vec<&'a Section>, Diagnostic> {
    let mut line = vec![&file.sections[index]];
    let (mut here, mut above) = (file, index);
    while let Some(parent) = line[line.len() - 1].parent.as_deref() {
        let found = here.find(parent).filter(|at| *at < above);
        let inside = std::ptr::eq(here, builtin);
        let found = found.map(|at| (here, at)).or_else(|| {
            let at = builtin.find(parent).filter(|_| !inside)?;
            Some((builtin, at))
        });
        let Some((next, at)) = found else {
            return Err(unknown(line[line.len() - 1], parent, here, builtin));
        };
        if line.len() == LONGEST {
            let message = format!("it inherits from more than {LONGEST} sections in a row");
            return Err(file.sections[index].at.error(message));
        }
        line.push(&next.sections[at]);
        (here, above) = (next, at);
    }
    line.reverse();
    Ok(line)
}

fn unknown(child: &Section, parent: &str, file: &File, builtin: &File) -> Diagnostic {
    if file.find(parent).is_some() {
        let message = format!("the parent `{parent}` must stand above its child");
        return child.at.error(message);
    }
    let names = file.sections.iter().chain(&builtin.sections).map(|s| s.name.as_str());
    let error = child.at.error(format!("there is no section `{parent}` to inherit from"));
    match nearest(parent, names) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error,
    }
}
