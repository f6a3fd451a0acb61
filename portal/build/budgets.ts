// Checks the portal's size budgets: Brotli bytes of what the sign-in page, the first signed-in
// view and every further page load, by the manifest of the build. Runs in `npm run check` and ends
// with 1 when one is exceeded.

import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filesOf, readManifest } from './manifest.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const manifest = readManifest(dist);
const kilobyte = 1_000;
const budgets = {
  signIn: 110 * kilobyte,
  firstView: 175 * kilobyte,
  page: 45 * kilobyte,
  html: 5 * kilobyte,
  worker: 5 * kilobyte,
};

const bytesOf = (file: string): number =>
  statSync(existsSync(`${dist}${file}.br`) ? `${dist}${file}.br` : `${dist}${file}`).size;
const weigh = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + bytesOf(file), 0);

const shell = ['index.html', 'src/layout/shell.tsx'];
const first = filesOf(manifest, [...shell, 'src/pages/home/home.tsx']);
const pages = Object.keys(manifest).filter((entry) => /^src\/pages\/.*\.tsx$/.test(entry));
const weights: [string, number, number][] = [
  ['index.html', bytesOf('index.html'), budgets.html],
  ['service-worker.js', bytesOf('service-worker.js'), budgets.worker],
  [
    'sign-in page',
    weigh(filesOf(manifest, ['index.html', 'src/pages/sign-in/sign-in.tsx'])),
    budgets.signIn,
  ],
  ['first signed-in view', weigh(first), budgets.firstView],
  ...pages.map((entry): [string, number, number] => [
    entry,
    weigh([...filesOf(manifest, [entry])].filter((file) => !first.has(file))),
    budgets.page,
  ]),
];

const over = weights.filter(([, bytes, budget]) => bytes > budget);
const shown = process.argv.includes('--show') ? weights : over;
for (const [name, bytes, budget] of shown)
  process.stderr.write(
    `portal: ${name} ${(bytes / kilobyte).toFixed(1)} KB of ${budget / kilobyte} KB\n`,
  );
process.exitCode = over.length > 0 ? 1 : 0;
