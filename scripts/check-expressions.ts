// Measures every regular expression of the product against texts that are made for it, and names
// those that take more than linear time: one request could silence a node by them.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowed, type Allowed } from './expressions/allowed.ts';
import { findExpressions } from './expressions/find-expressions.ts';
import { findSlowText } from './expressions/measure.ts';
import type { Pump } from './expressions/pump.ts';

const root = join(import.meta.dirname, '..');
const sources = '{contract,connectors,examples,gateway,portal,simulator}/**/*.{ts,tsx,mjs,js}';
/** Tests meet nothing from outside. */
const isTest = /(^|\/)(test|tests|testing|dist|node_modules)(\/|$)|(\.test|\/testing)\.ts$/;

const used = new Set<Allowed>();
const isAllowed = (file: string, pattern: string | null): boolean => {
  const found = allowed.find((each) => each.file === file && each.pattern === pattern);
  if (found !== undefined) used.add(found);
  return found !== undefined;
};

const slowTexts = new Map<string, Pump | null>();
function slowTextOf(pattern: string, flags: string): Pump | null {
  const key = JSON.stringify([pattern, flags]);
  const known = slowTexts.get(key);
  if (known !== undefined) return known;
  const found = findSlowText(pattern, flags);
  slowTexts.set(key, found);
  return found;
}

const complaints: string[] = [];
for (const file of globSync(sources, { cwd: root, exclude: (path) => isTest.test(path) })) {
  if (isTest.test(file)) continue;
  const { expressions, computed } = findExpressions(file, readFileSync(join(root, file), 'utf8'));
  for (const { pattern, flags, line } of expressions) {
    const slow = slowTextOf(pattern, flags);
    if (slow !== null && !isAllowed(file, pattern))
      complaints.push(`${file}:${line}: /${pattern}/${flags} is slow on ${JSON.stringify(slow)}`);
  }
  for (const line of computed)
    if (!isAllowed(file, null))
      complaints.push(`${file}:${line}: an expression is made of what the file does not say`);
}
for (const each of allowed)
  if (!used.has(each)) complaints.push(`${each.file}: allowed, and not needed: ${each.pattern}`);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
