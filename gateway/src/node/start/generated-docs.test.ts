// Checks that the generated pages of docs/ are what `npm run docs` writes, and that the commands
// agree with their list.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Command, CommandGroup } from '../../cli/command.ts';
import { optionFlag } from '../../cli/parameters.ts';
import { commandReference } from '../../cli/reference.ts';
import { nouns } from '../commands/command-list.ts';
import { configurationReference } from '../config/settings.ts';

const readPage = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

test('docs/cli.md is generated from the declarations: run `npm run docs`', async () => {
  assert.equal(readPage('cli.md'), await commandReference(nouns));
});

test('docs/cli.md is short enough to be read: details and examples are those of `jokko help`', () => {
  assert.ok(Buffer.byteLength(readPage('cli.md')) <= 20_000);
});

test('docs/configuration.md is generated from the settings: run `npm run docs`', () => {
  assert.equal(readPage('configuration.md'), configurationReference());
});

test('a command of one word has the name and the summary that the list shows', async () => {
  for (const noun of nouns) {
    const loaded = await noun.load();
    if ('command' in loaded)
      assert.deepEqual([loaded.command.name, loaded.command.summary], [noun.name, noun.summary]);
  }
});

/** The command that words begin with, `jokko` left out; null: they name none. */
async function commandOf(words: readonly string[]): Promise<Command | null> {
  const loaded = await nouns.find(({ name }) => name === words[0])?.load();
  if (loaded === undefined) return null;
  let found: Command | null = 'command' in loaded ? loaded.command : null;
  let below: CommandGroup['commands'] = loaded.commands ?? [];
  for (const word of words.slice(1)) {
    const next = below.find(({ name }) => name === word);
    if (next === undefined) break;
    if (!('commands' in next)) return next;
    below = next.commands;
    found = null;
  }
  return found;
}

test('a command that a page or a message tells to type has the options that it is told with', async () => {
  const root = new URL('../../../../', import.meta.url).pathname;
  const files = globSync(['README.md', 'docs/*.md', 'gateway/src/**/*.ts'], { cwd: root });
  let told = 0;
  for (const file of files.filter((each) => !each.endsWith('.test.ts'))) {
    const text = readFileSync(`${root}${file}`, 'utf8');
    for (const [line, words] of text.matchAll(/\bjokko ([a-z-]+[^\n`'";|]* --[a-z][^\n`'";|]*)/g)) {
      const command = await commandOf(words!.split(' '));
      if (command === null) continue;
      told++;
      const known = Object.keys(command.options).map(optionFlag);
      for (const [option] of words!.matchAll(/--[a-z][a-z-]*/g))
        assert.ok([...known, '--json', '--help'].includes(option), `${file}: ${line}`);
    }
  }
  assert.ok(told > 20, `${told} were found`);
});
