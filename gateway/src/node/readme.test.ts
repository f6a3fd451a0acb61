// Checks that the links of README lead somewhere and that its callback receiver works.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findFreePort } from '../platform/system/free-port.ts';

const root = new URL('../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

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
    const empty = await fetch(`http://127.0.0.1:${port}/callback`, { method: 'POST', body: '' });
    assert.equal(empty.status, 400, 'what is no callback does not end it');
  } finally {
    receiver.kill();
  }
});
