// Keeps which mutants were killed, so that a run goes on where an earlier one ended. A mutant is
// known while its source file is unchanged.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './find-mutants.ts';

export interface KnownResults {
  isKilled(text: string, mutant: Mutant): boolean;
  keepKilled(text: string, mutant: Mutant): void;
}

export function knownResults(path: string): KnownResults {
  const killed = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
  mkdirSync(dirname(path), { recursive: true });
  return {
    isKilled: (text, mutant) => killed.has(keyOf(text, mutant)),
    keepKilled(text, mutant) {
      appendFileSync(path, `${keyOf(text, mutant)}\n`);
    },
  };
}

const keyOf = (text: string, { start, end, replacement }: Mutant): string =>
  createHash('sha256')
    .update(JSON.stringify([text, start, end, replacement]))
    .digest('base64url');
