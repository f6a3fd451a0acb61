// Builds the npm package `jokko` in a folder: `npm run package -- FOLDER`. `npm pack FOLDER` makes
// the tarball of it, and `npm install --omit=dev` inside it makes a program that is ready to run.

import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPackage } from './npm-package/build.ts';
// @ts-expect-error Plain JavaScript, which also runs on an older Node.
import { ensureBuilt } from './ensure-built.mjs';

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('name a folder: npm run package -- FOLDER');
const folder = resolve(process.env['INIT_CWD'] ?? '.', given);
mkdirSync(folder, { recursive: true });
if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
await (ensureBuilt as () => Promise<void>)();
buildPackage(join(import.meta.dirname, '..'), folder);
process.stdout.write(`${folder}\n`);
