# The server in a container: `docker build --tag komadai .`, then
# `docker run --publish 8080:8080 --volume komadai:/var/lib/komadai komadai`.
#
# The images are pinned by their versions. A digest pins one to the byte, such as
# `--build-arg DEBIAN=debian:12.12-slim@sha256:...`.
ARG NODE=node:20.19.5-bookworm-slim
ARG RUST=rust:1.95.0-slim-bookworm
ARG DEBIAN=debian:12.12-slim

FROM ${NODE} AS node

FROM ${RUST} AS build
# The pages are built with Node; the database needs a C compiler.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY crates crates
COPY fuzz fuzz
COPY nets nets
COPY variants variants
COPY web web
COPY xtask xtask
RUN cargo build --locked --profile shipped --package komadai \
    && strip target/shipped/komadai \
    && install -d -m 755 /var/lib/komadai

FROM ${DEBIAN}
COPY --from=build /src/target/shipped/komadai /usr/local/bin/komadai
COPY --from=build --chown=10001:10001 /var/lib/komadai /var/lib/komadai
COPY LICENSE-MIT LICENSE-APACHE /usr/local/share/doc/komadai/
USER 10001:10001
VOLUME ["/var/lib/komadai"]
EXPOSE 8080
# There is no program for requests in the image but the shell.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /api/health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["komadai"]
CMD ["serve", "--bind", "0.0.0.0", "--port", "8080", "--data-dir", "/var/lib/komadai", "--no-open", "--log", "json"]
