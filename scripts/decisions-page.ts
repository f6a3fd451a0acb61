// Writes decisions/README.md: the decisions by topic, and where each earlier number went. It is
// read from the heads of the files, `Topic: T. Merged: 0002, 0008. Superseded: 0085.`, and written
// by `npm run docs`.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../decisions');
const head = `# Decisions

Why things are as they are, by topic. All of these are in force: what no longer holds is deleted,
and git keeps it. A file keeps the numbers of those that were merged into it; the table at the end
says where each went. \`npm run docs\` writes this page
  from the heads of the files: \`# NNNN Title\`,
an empty line, and \`Topic: T. Merged: NNNN, NNNN.\`
`;

export interface Decision {
  file: string;
  number: string;
  title: string;
  topic: string;
  merged: string[];
  superseded: string[];
}

const numbersAfter = (text: string, word: string): string[] =>
  new RegExp(`\\b${word}: ([\\d, ]+)`).exec(text)?.[1]?.match(/\d{4}/g) ?? [];

function readDecision(file: string): Decision {
  const [first = '', , second = ''] = readFileSync(join(folder, file), 'utf8').split('\n');
  const topic = /^Topic: ([^.]+)\./.exec(second)?.[1];
  return {
    file,
    number: file.slice(0, 4),
    title: first.replace(/^# (?:\d{4}[ :·]*)?/, ''),
    topic: topic ?? 'Not sorted yet',
    merged: topic === undefined ? [] : numbersAfter(second, 'Merged'),
    superseded: topic === undefined ? [] : numbersAfter(second, 'Superseded'),
  };
}

export function readDecisions(): Decision[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.md$/.test(file))
    .toSorted()
    .map(readDecision);
}

export function decisionsPage(): string {
  const decisions = readDecisions();
  const topics = [...new Set(decisions.map(({ topic }) => topic))].toSorted();
  const tables = topics.map((topic) => {
    const rows = decisions
      .filter((each) => each.topic === topic)
      .map(({ file, number, title }) => `| [${number}](${file}) | ${title} | in force |`);
    return `## ${topic}\n\n| number | decision | status |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  const gone = decisions
    .flatMap(({ number, merged, superseded }) => [
      ...merged.map((each) => `| ${each} | merged into ${number} |`),
      ...superseded.map((each) => `| ${each} | superseded by ${number} |`),
    ])
    .toSorted();
  const moved =
    gone.length === 0
      ? []
      : [`## Earlier numbers\n\n| number | status |\n|---|---|\n${gone.join('\n')}\n`];
  return [head, ...tables, ...moved].join('\n');
}
