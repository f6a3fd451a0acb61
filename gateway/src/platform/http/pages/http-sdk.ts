// Serves the SDKs in the version that fits this installation, with their checksums: no name on a
// public registry is needed, or trusted. They are packed by scripts/npm-package/pack-sdks.ts.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const folder = new URL('../../../../../sdks/dist/', import.meta.url);

/** Registers `GET /sdk/<file>` and `GET /sdk/SHA256SUMS`, in the form of `sha256sum`. */
export function registerSdks(app: FastifyInstance): void {
  const files = readFiles();
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
      : reply.type('application/gzip').send(bytes);
  });
}

/** Empty in a checkout in which nothing was built. */
function readFiles(): Map<string, Buffer> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names
      .filter((name) => name.endsWith('.tgz'))
      .map((name): [string, Buffer] => [name, readFileSync(new URL(name, folder))]),
  );
}
