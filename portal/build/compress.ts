// Compresses the built files once, at the highest level; the gateway then only sends what is
// there.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json)$/;
/** Below this a compressed answer saves no packet. */
const bytesMin = 600;

/** Writes `<file>.br` and `<file>.gz` beside every file of the build that gets smaller by it. */
export function compressAssets(): Plugin {
  let folder = 'dist';
  return {
    name: 'jokko:compress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle(error?: Error) {
      if (error !== undefined) return;
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map((name) => compressFile(join(folder, name))),
      );
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < bytesMin) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  if (brotli.length < bytes.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < bytes.length) await writeFile(`${path}.gz`, gzipped);
}
