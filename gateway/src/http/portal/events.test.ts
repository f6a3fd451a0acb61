// What happens while a page is open reaches it: changes of its own account, and of no other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPortal } from './testing/portal.ts';
import type { Portal } from './testing/portal.ts';

let portal: Portal;
before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

test('operations, callbacks and settings of the own account are told', { timeout: 30_000 }, async () => {
  const browser = portal.browser();
  await browser.post('register', { email: 'a@b.sn', password: 'la-teranga-sous-la-pluie', name: 'A', company: 'B', language: 'fr' });
  const { accountId } = (await browser.get('me')).json.membership as { accountId: number };
  const response = await fetch(`${portal.origin}/portal/api/events`, { headers: { cookie: `jokko=${browser.token}` } });
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const until = async (kind: string) => {
    // Pages listen by name.
    while (!heard.includes(`event: ${kind}\ndata: {"kind":"${kind}"}\n\n`)) {
      const { value, done } = await reader.read();
      assert.equal(done, false, `the stream ended before ${kind}: ${heard}`);
      heard += value;
    }
    heard = '';
  };
  await until('begin');
  // Again, once the connection that listens is there: whatever came before may have been missed.
  await until('begin');
  await portal.db.sql(`select pg_notify('jokko_account', '${accountId}')`);
  await until('account');
  const transfer = (account: number) => `insert into transfer (account_id, verb, debit, credit, amount, currency, available_after)
    values (${account}, 'fund', 'funding', 'available', 1, 'XOF', 1)`;
  // The first look only learns what is there: so it goes on until a change is seen.
  let more = true;
  const writing = (async () => {
    for (; more; await sleep(300)) await portal.db.sql(transfer(accountId));
  })();
  await until('operation');
  more = false;
  await writing;
  await portal.db.sql(
    `insert into operation_transition (account_id, operation_id, from_state, to_state, reason) values (${accountId}, 5, 'ACCEPTED', 'SUCCESS', 'x')`,
  );
  await until('operation');
  await portal.db.sql(
    `insert into callback (account_id, operation_id, lane, url, status, body) values (${accountId}, 5, 'l', 'u', 'SUCCESS', '{}')`,
  );
  await until('callback');
  await portal.db.sql(transfer(accountId + 1));
  await portal.db.sql(`select pg_notify('jokko_account', '${accountId + 1}')`);
  await sleep(1_500);
  const next = reader.read().then(({ value = '' }) => (heard += value));
  await Promise.race([next, sleep(200)]);
  assert.doesNotMatch(heard, /kind/, 'nothing of another account');
  await reader.cancel();
});
