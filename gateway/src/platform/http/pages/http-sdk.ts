// Serves the SDKs in the version that fits this installation, with their checksums: no name on a
// public registry is needed, or trusted. They are packed by scripts/npm-package/pack-sdks.ts.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';

const folder = new URL('../../../../../sdks/dist/', import.meta.url);
/** The types of what is served, by the end of its name. */
const types: { readonly [extension: string]: string } = {
  '.json': 'application/json',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
  '.zip': 'application/zip',
};

/**
 * Registers `GET /sdk/<file>` and `GET /sdk/SHA256SUMS`, in the form of `sha256sum`. By
 * `packages.json` Composer takes `/sdk/` for a repository.
 */
export function registerSdks(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const files = readFiles(baseUrl);
  const sums = [...files].map(([name, bytes]) => {
    const sum = createHash('sha256').update(bytes).digest('hex');
    return `${sum}  ${name}\n`;
  });
  app.get<{ Params: { file: string } }>('/sdk/:file', (request, reply) => {
    const { file } = request.params;
    const bytes = files.get(file);
    if (file === 'SHA256SUMS') return reply.type('text/plain; charset=utf-8').send(sums.join(''));
    return bytes === undefined
      ? reply.code(404).type('text/plain; charset=utf-8').send('no such file\n')
      : reply.type(types[extname(file)]!).send(bytes);
  });
}

/** Empty in a checkout in which nothing was built. */
function readFiles(baseUrl: string): Map<string, Buffer> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names
      .filter((name) => types[extname(name)] !== undefined)
      .map((name): [string, Buffer] => {
        const bytes = readFileSync(new URL(name, folder));
        return [name, name === 'packages.json' ? completed(bytes, baseUrl) : bytes];
      }),
  );
}

/** Composer takes no relative address for that of a package. */
function completed(packages: Buffer, baseUrl: string): Buffer {
  const text = JSON.stringify(
    JSON.parse(packages.toString(), (name, value: unknown) =>
      name === 'url' ? `${baseUrl}/sdk/${String(value)}` : value,
    ),
  );
  return Buffer.from(text);
}
