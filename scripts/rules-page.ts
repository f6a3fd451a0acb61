// Writes RULES.md: every rule in one sentence, where it is decided, and what proves it. The
// sentences stand in docs/rules/, the files are those that cite the rule. `npm run docs` writes the
// page.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { families } from '../docs/rules/families.ts';
import type { RuleFamily } from '../docs/rules/family.ts';
import { readCitations, type Citations } from './rule-citations.ts';

const root = join(import.meta.dirname, '..');
/** The rest is found by searching for the id. */
const filesShown = 3;

const head = `# Rules

Comments and titles of tests cite rules by these ids; an id never changes its meaning. This page is
written by \`npm run docs\`: the sentences stand in \`docs/rules/\`,
  the files are those that cite the
rule (\`git grep -w O5\` finds all). Where no source cites a rule,
  it is decided in the files that its
tests stand beside, or in the place that the family names.
`;

/** \`x.ts\` beside \`x.test.ts\`, else the folder in which the test stands. */
function besideTest(test: string): string[] {
  if (!/^(gateway\/src|contract|connectors|portal|docs|simulator)\//.test(test)) return [];
  const source = test.replace(/(?:\.long)?\.test\.ts$/, '.ts').replace(/\/test\//, '/');
  return [existsSync(join(root, source)) ? source : `${dirname(test).replace(/\/test$/, '')}/`];
}

/**
 * Where a rule is decided: what cites it, else what its tests stand beside, else its family's
 * place.
 */
export function decidedIn(id: string, family: RuleFamily, { sources, tests }: Citations): string[] {
  if (sources.length > 0) return sources;
  const place = family.places?.[id] ?? family.place;
  if (place !== undefined) return [place];
  return [...new Set(tests.flatMap(besideTest))];
}

function listed(files: readonly string[]): string {
  const more = files.length - filesShown;
  const shown = files.slice(0, filesShown).map((file) => `\`${file}\``);
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join('<br>');
}

export function rulesPage(): string {
  const citations = readCitations();
  const tables = families.map((family) => {
    const rows = Object.entries(family.rules).map(([id, rule]) => {
      const cited = citations.get(id) ?? { sources: [], tests: [] };
      return `| ${id} | ${rule} | ${listed(decidedIn(id, family, cited))} | ${listed(cited.tests)} |`;
    });
    return `## ${family.title}\n\n| id | rule | decided in | tests |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return [head, ...tables].join('\n');
}
