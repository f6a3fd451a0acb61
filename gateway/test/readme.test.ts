// Is what README tells still true? Every variable, command and link it names exists, and nothing that exists is left out.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from '../src/cli/command.ts';
import { findFreePort } from '../src/system/free-port.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const section = (title: string): string => readme.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const firstCells = (title: string): string => [...section(title).matchAll(/^\| (`.*?) \| /gm)].map((match) => match[1]).join('\n');
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!.replaceAll('\\|', '|'));

test('README names exactly the variables that the configuration reads', () => {
  const source = readFileSync(new URL('gateway/src/config.ts', root), 'utf8');
  const read = [...source.matchAll(/read(?:<[^(]*>)?\(\s*'([A-Z_]+)'/g)].map((match) => match[1]!);
  assert.ok(read.length > 15);
  assert.deepEqual(quoted(firstCells('Settings')).sort(), read.sort());
});

test('README names exactly the commands that there are, with their options', async () => {
  const folder = new URL('gateway/src/cli/', root);
  const modules = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => import(new URL(name, folder).href) as Promise<{ command?: Command }>),
  );
  const usages = modules.flatMap(({ command }) => (command === undefined ? [] : [command.usage.replace(/ {2,}.*$/, '')]));
  assert.deepEqual(quoted(firstCells('Commands')).sort(), usages.sort());
});

test('the files that README links to are there', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);
  assert.deepEqual(
    links.filter((link) => !existsSync(new URL(link, root))),
    [],
  );
});

test('the receiver in README accepts a genuine callback and refuses a forged one', async () => {
  const source = /```js\n([^]*?)```/.exec(readme)?.[1] ?? '';
  const port = await findFreePort();
  const program = source.replace('listen(9000)', `listen(${port}, () => console.log('listening'))`);
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { KEY: 'jk_test_x' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(receiver.stdout, 'data');
    const send = async (sha256Hash: string): Promise<number> => {
      const body = JSON.stringify({
        msg: '',
        status: 'SUCCESS',
        sha256Hash,
        transaction: { transactionId: '1', externalTransactionId: 'a', amount: 5 },
      });
      return (await fetch(`http://127.0.0.1:${port}/callback`, { method: 'POST', body })).status;
    };
    assert.equal(await send(createHash('sha256').update('1|a|jk_test_x').digest('hex')), 200);
    assert.equal(await send(createHash('sha256').update('1|b|jk_test_x').digest('hex')), 400);
    assert.equal(await send('00'), 400);
  } finally {
    receiver.kill();
  }
});
