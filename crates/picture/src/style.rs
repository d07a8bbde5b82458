//! The colours: warm wood by daylight, as in the pages.

/// A style sheet for all that is drawn here.
pub const STYLE: &str = "\
path,rect,circle{stroke-linejoin:round;stroke-linecap:round}\
.page{fill:#f9f6ef}\
.wood{fill:#e6c58c;stroke:#b98f52;stroke-width:3}\
.dark{fill:#c39457}\
.grid{fill:none;stroke:#4a3520;stroke-width:2;stroke-linecap:square}\
.faint{stroke-width:1}\
.fragile{fill:#4a3010;fill-opacity:.1;stroke:#4a3520;stroke-width:2;stroke-dasharray:7 5}\
.label{fill:#4a3520}\
.tray{fill:#cfa567;stroke:#a67c42;stroke-width:2}\
.count{fill:#2b2520}\
.number{fill:#f5dfae}\
.last{fill:#e89e0a;fill-opacity:.46}\
.check{fill:#be2814;fill-opacity:.42}\
.arrow{fill:none;stroke:#1c7a4e;stroke-width:9;stroke-opacity:.85}\
.koma .shadow{fill:#4a3010;fill-opacity:.3}\
.koma .body{fill:#f5dfae;stroke:#80602f;stroke-width:1.6}\
.koma .ink{fill:#221a14;stroke:#221a14}\
.koma .lines{fill:none;stroke:#221a14;stroke-width:2.6}\
.promoted .ink{fill:#b3261a;stroke:#b3261a}\
.promoted .lines{stroke:#b3261a}\
.figure .body{fill:#fbf5e8;stroke:#261d16;stroke-width:2.6}\
.figure .lines{fill:none;stroke:#261d16;stroke-width:2.6}\
.far .body{fill:#3b3029}\
.far .lines{stroke:#efe3cd}\
.text{fill:#2b2520}\
.soft{fill:#655a4e}\
.net{fill:none;stroke:#d8cebd;stroke-width:.7}\
.here{fill:#2b2520}\
.fill{fill:#245a78}\
.line{fill:none;stroke:#245a78;stroke-width:1.6}\
.dashed{stroke-dasharray:3.2 3}\
.first{opacity:.6}\
.first.line{stroke-dasharray:1.5 2.2}\
.take{stroke:#a32a17}\
.burn{fill:#d9581f}";
