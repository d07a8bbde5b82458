//! The binary `komadai`. All that it does is in the library beside it.

fn main() -> std::process::ExitCode {
    komadai::main()
}
