// Builds the service worker's list of cached files: the page, what it starts with, the frame, and
// the first pages; all of one build.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { filesOf, readManifest } from './manifest.ts';
import { readRoutes } from './routes.ts';

const sourcePath = new URL('../src/worker/service-worker.js', import.meta.url);
/** What stands around every page, the page to sign in, and the one that comes after it. */
const entries = [
  'index.html',
  'src/layout/shell.tsx',
  'src/ui/menu-list.tsx',
  'src/pages/sign-in/sign-in.tsx',
  'src/pages/home/home.tsx',
  'src/pages/not-found.tsx',
];

/** Writes `service-worker.js` beside the page when everything else is there. */
export function serviceWorker(): Plugin {
  let folder = 'dist';
  return {
    name: 'jokko:service-worker',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle() {
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
      const named = page.match(/\/assets\/[\w.-]+/g) ?? [];
      const shell = new Set([
        ...named,
        ...[...filesOf(readManifest(folder), entries)].map((file) => `/${file}`),
      ]);
      const values = {
        BUILD: JSON.stringify(
          createHash('sha256').update(page).update(manifest).digest('base64url').slice(0, 12),
        ),
        SHELL: JSON.stringify([...shell]),
        PAGES: JSON.stringify(firstParts()),
      };
      writeFileSync(
        join(folder, 'service-worker.js'),
        workerText(readFileSync(sourcePath, 'utf8'), values),
      );
    },
  };
}

/** Fills in `'__BUILD__'` and the lists; comments stay behind. Throws if the text is no script. */
export function workerText(
  source: string,
  values: { BUILD: string; SHELL: string; PAGES: string },
): string {
  const filled = source
    .replace("'__BUILD__'", values.BUILD)
    .replace("['__SHELL__']", values.SHELL)
    .replace("['__PAGES__']", values.PAGES);
  if (filled.includes("'__")) throw new Error('the service worker has a place that nothing fills');
  const { code, errors } = minifySync('service-worker.js', filled, withoutComments);
  if (errors.length > 0) throw new Error(`the service worker: ${errors[0]!.message}`);
  return code;
}

const withoutComments = {
  module: false,
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: false, legalComments: 'none' },
} as const;

/** The first part of every page: `` for home, `transactions` for `/transactions/:id`. */
const firstParts = (): string[] => [
  ...new Set(readRoutes().map(({ pattern }) => pattern.split('/')[1]!)),
];
