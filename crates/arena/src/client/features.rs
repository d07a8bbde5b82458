//! What an engine of XBoard's protocol says it can do.

/// The features that matter to a referee, with XBoard's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Features {
    /// Whether `ping` is answered.
    pub(super) ping: bool,
    /// Whether positions can be set.
    pub(super) setboard: bool,
    /// Whether moves come after the word `usermove`.
    pub(super) usermove: bool,
    /// Whether it wants to know the clocks.
    pub(super) time: bool,
    /// Whether it can play several games.
    pub(super) reuse: bool,
    /// Whether it takes a node rate.
    pub(super) nps: bool,
    /// Whether `memory N` sizes its tables.
    pub(super) memory: bool,
    /// Whether `cores N` sets its threads.
    pub(super) smp: bool,
    /// The games that it plays.
    pub(super) variants: Vec<String>,
    /// The names of its options.
    pub(super) options: Vec<String>,
    /// Whether everything has been said.
    pub(super) done: bool,
    /// Whether it has asked for more time to say it.
    pub(super) more_time: bool,
}

impl Default for Features {
    fn default() -> Self {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            reuse: true,
            nps: false,
            memory: false,
            smp: false,
            variants: Vec::new(),
            options: Vec::new(),
            done: false,
            more_time: false,
        }
    }
}

impl Features {
    /// Reads the rest of a `feature` line and returns the names that were read.
    pub(super) fn read(&mut self, text: &str) -> Vec<String> {
        let pairs = pairs(text);
        for (name, value) in &pairs {
            self.set(name, value);
        }
        pairs.into_iter().map(|(name, _)| name).collect()
    }

    fn set(&mut self, name: &str, value: &str) {
        let on = value == "1";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "reuse" => self.reuse = on,
            "nps" => self.nps = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "done" => (self.done, self.more_time) = (on, !on),
            "variants" => {
                let names = value.split(',').map(|name| name.trim().to_owned());
                self.variants = names.filter(|name| !name.is_empty()).collect();
            }
            "option" => {
                let name = value.split(" -").next().unwrap_or(value);
                self.options.push(name.trim().to_owned());
            }
            _ => {}
        }
    }
}

/// `a=1 b="two words"`.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, value)) = rest.split_once('=') {
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        pairs.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_quotes() {
        let mut features = Features::default();
        let names = features.read(
            r#" ping=1 setboard=1 myname="A = B" variants="normal, minishogi" time=0 reuse=0"#,
        );
        features.read(r#"option="Skill Level -spin 20 -20 20""#);
        assert_eq!(names, ["ping", "setboard", "myname", "variants", "time", "reuse"]);
        assert!(features.ping && features.setboard && !features.time && !features.reuse);
        assert_eq!(features.variants, ["normal", "minishogi"]);
        assert_eq!(features.options, ["Skill Level"]);
        assert!(!features.done);
        features.read("done=1");
        assert!(features.done);
        assert!(Features::default().read("nonsense").is_empty());
    }
}
