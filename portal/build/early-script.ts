// Builds the script that runs before the first paint and sets the chosen theme and language on
// <html>: a file of its own, since the policy forbids inline scripts, and a plain script, since a
// module would run after the paint.

import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Puts `src/theme/early.js` into the build under a hashed name and its tag first in <head>. */
export function earlyScript(): Plugin {
  const source = readFileSync(new URL('../src/theme/early.js', import.meta.url), 'utf8');
  const fileName = `assets/early-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  let serving = false;
  return {
    name: 'jokko:early-script',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { src: serving ? '/src/theme/early.js' : `/${fileName}` },
        injectTo: 'head-prepend',
      },
    ],
  };
}
