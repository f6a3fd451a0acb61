// Keeps which mutants were killed and what tests reach, so that a run goes on where an earlier one
// ended. A mutant is known while its source file is unchanged.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './find-mutants.ts';

export interface KnownResults {
  isKilled(text: string, mutant: Mutant): boolean;
  keepKilled(text: string, mutant: Mutant): void;
  /** Lines that `measure` writes to a file; kept while `texts` are the same. */
  measured(
    texts: readonly string[],
    measure: (written: string) => Promise<void>,
  ): Promise<string[]>;
}

export function knownResults(path: string): KnownResults {
  const killed = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
  mkdirSync(dirname(path), { recursive: true });
  return {
    isKilled: (text, mutant) => killed.has(keyOf(text, mutant)),
    keepKilled(text, mutant) {
      appendFileSync(path, `${keyOf(text, mutant)}\n`);
    },
    async measured(texts, measure) {
      const kept = join(dirname(path), `mutants-reach-${hashOf(texts)}.txt`);
      if (!existsSync(kept)) {
        const begun = `${kept}.begun`;
        rmSync(begun, { force: true });
        await measure(begun);
        if (!existsSync(begun)) return [];
        renameSync(begun, kept);
      }
      return readFileSync(kept, 'utf8').trim().split('\n');
    },
  };
}

const keyOf = (text: string, { start, end, replacement }: Mutant): string =>
  hashOf([text, start, end, replacement]);

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
