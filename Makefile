# OpenBench builds engines with `make EXE=name`. For everything else there is cargo.
EXE ?= komadai-engine

$(EXE): always
	KOMADAI_NO_WEB=1 RUSTFLAGS="-C target-cpu=native" cargo build --locked --profile shipped --package komadai
	cp target/shipped/komadai $@

.PHONY: always
