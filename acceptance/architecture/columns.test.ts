// Checks that comments, SQL and prose of Markdown have at most 100 columns. The formatter keeps
// code within them and leaves these as they are.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSources } from './imports.ts';

const columnsMax = 100;
const root = join(import.meta.dirname, '../..');

/** Lines of `text` that are longer than they may be, and that a space would let end before. */
const tooLong = (text: string, isMeant: (line: string) => boolean): string[] =>
  text
    .split('\n')
    .filter((line) => line.length > columnsMax && isMeant(line) && / \S/.test(beforeEnd(line)));

/** What stands between the beginning of a comment, an item or a line and the last column. */
const beforeEnd = (line: string): string =>
  line.slice(0, columnsMax + 1).replace(/^\s*(\/\/|\/?\*+|--|[-*>]|\d+\.)?\s*\S+/, '');

const directive = /^\s*\/[/*] (prettier-ignore|oxlint-)/;
const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line) && !directive.test(line);

/** Statements in a template: from its first word to its end. */
const statement = /`\s*(?:select|insert into|update|delete from|with|create)\b[^`]*`/g;
/** Texts and what is put in cannot be broken anywhere. */
const isPlainSql = (line: string): boolean => !/['`]|\$\{/.test(line);

/** A page without what is code, a table, a heading or the head of a page. */
function proseOf(page: string): string {
  const prose: string[] = [];
  let end: string | null = page.startsWith('---\n') ? '---' : null;
  for (const line of page.split('\n').slice(end === null ? 0 : 1)) {
    const fence = /^\s*(?:[-*] )?(```|~~~)/.exec(line)?.[1];
    if (end !== null) end = line.trim() === end ? null : end;
    else if (fence !== undefined) end = fence;
    else if (!/^ {4}|^\s*(\||#|<|\[[^\]]+\]: )/.test(line)) prose.push(line);
  }
  return prose.join('\n');
}

const sources = readSources().filter(({ path }) => !path.endsWith('.css'));
const found = (path: string, lines: string[]): string[] => lines.map((line) => `${path}: ${line}`);

test('comments have at most 100 columns', () => {
  assert.deepEqual(
    sources.flatMap(({ path, text }) => found(path, tooLong(text, isComment))),
    [],
  );
});

test('SQL has at most 100 columns', () => {
  const statements = sources.flatMap(({ path, text }) =>
    [...text.matchAll(statement)].map(([sql]) => ({ path, sql })),
  );
  assert.ok(statements.length > 1_000);
  assert.deepEqual(
    statements.flatMap(({ path, sql }) => found(path, tooLong(sql, isPlainSql))),
    [],
  );
});

/** It explains an option a line. */
const oneLineEach = 'docs/cli.md';

test('prose of Markdown has at most 100 columns', () => {
  const pages = globSync('**/*.md', {
    cwd: root,
    exclude: (path) => /node_modules|(^|\/)data$/.test(path),
  }).filter((path) => path !== oneLineEach);
  assert.ok(pages.length > 150);
  assert.deepEqual(
    pages.flatMap((path) =>
      found(
        path,
        tooLong(proseOf(readFileSync(join(root, path), 'utf8')), () => true),
      ),
    ),
    [],
  );
});
