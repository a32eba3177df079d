# The image of the server with the web app: `docker build -t baiqicha .`. How to run it: docs/scaling-deployment.md.
# The images and the registry of packages are arguments, so that a mirror can replace them. BUILD_IMAGE is on Docker Hub.
ARG BUILD_IMAGE=node:24.21.0-bookworm-slim
# `base` is a stage below: the shared libraries of BUILD_IMAGE and nothing else. An image with a shell: debian:12-slim.
ARG BASE_IMAGE=base

FROM ${BUILD_IMAGE} AS build
ARG NPM_REGISTRY=https://registry.npmjs.org/
WORKDIR /build
# Packages change less often than sources: their layer stays valid.
COPY .npmrc package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --registry=${NPM_REGISTRY} --include=optional --no-audit --no-fund
COPY . .
RUN node tools/image.mjs /image/app /image/base && mkdir -p /image/data

FROM scratch AS base
COPY --from=build /image/base /

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image/app /app
# A new volume takes the owner of this folder.
COPY --from=build --chown=65532:65532 /image/data /data
ENV HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    MALLOC_MMAP_THRESHOLD_=131072 \
    NODE_ENV=production
WORKDIR /app
USER 65532:65532
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# A first start loads the shipped companies and builds the index before it is ready.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --start-interval=2s --retries=3 \
    CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "--enable-source-maps", "--max-semi-space-size=4"]
CMD ["server/dist/main.js"]
