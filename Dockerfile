# The image of a Jokko node: the npm package of this checkout, its packages, and Node.js, on Debian. PostgreSQL runs elsewhere (DATABASE_URL).
# Everything that changes is written below /data: the rest of the file system may be read-only.

FROM node:24.21.0-bookworm AS build
WORKDIR /src
# Dependencies change less often than the program does.
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY connectors/package.json connectors/
COPY gateway/package.json gateway/
COPY portal/package.json portal/
COPY simulator/package.json simulator/
COPY acceptance/package.json acceptance/
COPY acceptance/openapi/package.json acceptance/openapi/
COPY bench/package.json bench/
COPY sdks/dev/package.json sdks/dev/
COPY sdks/medusa/package.json sdks/medusa/
COPY sdks/typescript/package.json sdks/typescript/
COPY docs/site/package.json docs/site/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run package -- /app
WORKDIR /app
# Without the packaged PostgreSQL, which is optional, and without what only an editor or a debugger reads.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
 && find node_modules -type f '(' -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' ')' -delete
RUN cp /usr/local/bin/node /node && strip /node
RUN mkdir -p /empty/data /empty/keys

FROM debian:12.11-slim
COPY --from=build /node /usr/local/bin/node
COPY --from=build /app /app
# What a named volume gets when it is first mounted here: directories that the program may write to.
COPY --from=build --chown=10001:10001 /empty/data /data
COPY --from=build --chown=10001:10001 /empty/keys /keys
WORKDIR /app
USER 10001:10001
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
EXPOSE 8080
VOLUME /data
# SIGTERM: the node finishes what it has begun and exits within 30 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.OPS_PORT || process.env.PORT) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-sigusr1", "--max-semi-space-size=16", "--heap-growing-percent=60", "gateway/bin/jokko.mjs"]
CMD ["serve"]
