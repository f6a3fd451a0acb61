// Finds where comments and titles of tests cite a rule by its id.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const id = /(?<![\w-])(?:[BCFGHKMOPRSTX]\d{1,2}|I-\d{2})(?![\w-])/g;
/** A comment of TypeScript, a line of a block, a comment of SQL. */
const comment = /(?:^|\s)(?:\/\/|\/\*\*?|--) .*$|^\s*\* .*$/gm;
/** Numbers of the doctor's checks, as they name themselves. */
const check = /'I-\d{2}'/g;
const title = /\b(?:test|it|describe|suite)(?:\.\w+)?\(\s*(['"`])((?:(?!\1).)*)\1/g;
/** What makes several tests is given the name of each. */
const givenTitle = /(?<![.\w])\w+\(\s*(['"`])((?:[BCFGHKMOPRSTX]\d{1,2}|I-\d{2}) (?:(?!\1).)*)\1/g;
const test =
  /\.test\.ts$|\/testing\.ts$|\/(test|testing|conformance|harness)\/|^(acceptance|bench)\//;

/** What explains rules, and tests of running tests. */
const noCitations = /^(docs\/rules\/|scripts\/(rule|test-run\/))/;

/** Ids that a text cites. */
export function citedRules(text: string): Set<string> {
  const titles = [...text.matchAll(title), ...text.matchAll(givenTitle)].map(
    ([, , words]) => words!,
  );
  const places = [...(text.match(comment) ?? []), ...(text.match(check) ?? []), ...titles];
  return new Set(places.flatMap((place) => place.match(id) ?? []));
}

export interface Citations {
  sources: string[];
  tests: string[];
}

/**
 * The files that cite each rule, in the order of their paths; the table of rules itself is none.
 */
export function readCitations(): Map<string, Citations> {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.sql'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const found = new Map<string, Citations>();
  for (const file of [...new Set(files.trim().split('\n'))].toSorted()) {
    if (noCitations.test(file)) continue;
    for (const cited of citedRules(readFileSync(join(root, file), 'utf8'))) {
      const { sources, tests } = found.get(cited) ?? { sources: [], tests: [] };
      (test.test(file) ? tests : sources).push(file);
      found.set(cited, { sources, tests });
    }
  }
  return found;
}
