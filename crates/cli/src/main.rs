//! The binary `komadai`. All that it does is in the library beside it.

/// Gives memory back that is not needed any more, as a server should after a crowd has gone.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    komadai::main()
}
