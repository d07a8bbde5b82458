//! The colours: warm wood by daylight or in a dim room, as in the pages.

/// A style sheet for all that is drawn here.
pub const STYLE: &str = "\
path,rect,circle{stroke-linejoin:round;stroke-linecap:round}\
.page{fill:#f9f6ef}\
.wood{fill:#e6c58c;stroke:#b98f52;stroke-width:3}\
.dark{fill:#c39457}\
.hole{fill:#4a3010;fill-opacity:.5}\
.zone{fill:#1c7a4e;fill-opacity:.9}\
.goal{fill:none;stroke:#a32a17;stroke-width:3}\
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
.koma .brush{fill:none;stroke:#221a14;stroke-width:8}\
.koma .cut{fill:none;stroke:#f5dfae;stroke-width:5.5}\
.promoted .ink{fill:#b3261a;stroke:#b3261a}\
.promoted .lines,.promoted .brush{stroke:#b3261a}\
.figure .body{fill:#fbf5e8;stroke:#261d16;stroke-width:2.6}\
.figure .lines{fill:none;stroke:#261d16;stroke-width:2.6}\
.figure .ink{fill:#261d16;stroke:#261d16}\
.far .body{fill:#3b3029}\
.far .ink{fill:#efe3cd;stroke:#efe3cd}\
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

/// What is different in a dim room; it follows [`STYLE`].
pub const DIM: &str = "\
.page{fill:#1b1815}\
.wood{fill:#8a6d45;stroke:#5c4527}\
.dark{fill:#735230}\
.hole{fill:#100902;fill-opacity:.6}\
.zone{fill:#0d5c38}\
.goal{fill:none;stroke:#7c1408}\
.grid,.fragile{stroke:#2a1d10}\
.fragile{fill:#100902;fill-opacity:.2}\
.label{fill:#21170c}\
.tray{fill:#6b5230;stroke:#4b3820}\
.count{fill:#17110c}\
.number{fill:#c0a06b}\
.last{fill:#e2ac2c;fill-opacity:.34}\
.check{fill:#b2200e;fill-opacity:.52}\
.arrow{stroke:#0d5c38}\
.koma .shadow{fill:#100902;fill-opacity:.42}\
.koma .body{fill:#c0a06b;stroke:#4a361a}\
.koma .ink{fill:#17110c;stroke:#17110c}\
.koma .lines{stroke:#17110c}\
.koma .brush{stroke:#17110c}\
.koma .cut{stroke:#c0a06b}\
.promoted .ink{fill:#86150b;stroke:#86150b}\
.promoted .lines,.promoted .brush{stroke:#86150b}\
.figure .body{fill:#d8cbb1;stroke:#16100b}\
.figure .lines{stroke:#16100b}\
.far .body{fill:#2a211b}\
.far .ink{fill:#c0ad8e;stroke:#c0ad8e}\
.far .lines{stroke:#c0ad8e}\
.text,.here{fill:#e4dccf}\
.soft{fill:#aa9f90}\
.net{stroke:#3a342d}\
.fill{fill:#8db9cf}\
.line{stroke:#8db9cf}\
.take{stroke:#ef8a74}\
.burn{fill:#ff8a50}\
.koma .fill{fill:#0f3b54}\
.koma .line{stroke:#0f3b54}\
.koma .take{stroke:#7c1408}";
