// Determines the files that a page needs beside those that every page starts with. The gateway
// names them with the page itself: on a slow connection they come at once, not one round trip
// after the code that requests them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { filesOf, readManifest } from './manifest.ts';
import { readRoutes } from './routes.ts';

/**
 * Writes `preloads.json`: for each pattern whether it is for who is not signed in, and the value of
 * the header `Link`.
 */
export function preloads(): Plugin {
  let folder = 'dist';
  return {
    name: 'jokko:preloads',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle() {
      const manifest = readManifest(folder);
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      // In the order of the page, which has the early script first and then the largest file: over
      // HTTP/1.1 six come at a time.
      const begun = (page.match(/\/assets\/[\w.-]+\.(js|css)/g) ?? []).map((file) => file.slice(1));
      const pages = readRoutes().map(({ pattern, open, entry }) => {
        const files = filesOf(manifest, [
          'index.html',
          ...(open ? [] : ['src/layout/shell.tsx']),
          entry,
        ]);
        return { pattern, open, link: [...new Set([...begun, ...files])].map(linkTo).join(', ') };
      });
      writeFileSync(join(folder, 'preloads.json'), JSON.stringify(pages));
    },
  };
}

/**
 * As the page, or Vite's loader, will ask for it: what is preloaded otherwise would be fetched
 * twice.
 */
function linkTo(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`;
  return `</${file}>; rel=${file.startsWith('assets/early-') ? 'preload; as=script' : 'modulepreload'}`;
}
