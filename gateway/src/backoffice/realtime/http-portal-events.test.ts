// What happens while a page is open reaches it: changes of its own account, and of no other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

test(
  'operations, callbacks and settings of the own account are told',
  { timeout: 120_000 },
  async () => {
    const browser = portal.browser();
    await browser.post('register', {
      email: 'a@b.sn',
      password: 'la-teranga-sous-la-pluie',
      name: 'A',
      company: 'B',
      language: 'fr',
    });
    const { accountId } = (await browser.get('me')).json.membership as { accountId: number };
    const response = await fetch(`${portal.origin}/portal/api/events`, {
      headers: { cookie: `jokko=${browser.token}` },
    });
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const until = async (kind: string) => {
      // Pages listen by name.
      while (!received.includes(`event: ${kind}\ndata: {"kind":"${kind}"}\n\n`)) {
        const { value, done } = await reader.read();
        assert.equal(done, false, `the stream ended before ${kind}: ${received}`);
        received += value;
      }
      received = '';
    };
    await until('begin');
    // Again, once the connection that listens is there: whatever came before may have been missed.
    await until('begin');
    await portal.db.sql(`select pg_notify('jokko_account', '${accountId}')`);
    await until('account');
    const transfer = (
      account: number,
    ) => `insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
    values (${account}, (select coalesce(max(id), 0) + 1 from transfer), 'fund', 'funding', 'available', 1, 'XOF', 1)`;
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
      `insert into callback (account_id, operation_id, destination, url, status) values (${accountId}, 5, 'l', 'u', 'SUCCESS')`,
    );
    await until('callback');
    await portal.db.sql(transfer(accountId + 1));
    await portal.db.sql(`select pg_notify('jokko_account', '${accountId + 1}')`);
    await sleep(1_500);
    const next = reader.read().then(({ value = '' }) => (received += value));
    await Promise.race([next, sleep(200)]);
    assert.doesNotMatch(received, /kind/, 'nothing of another account');
    await reader.cancel();
  },
);

test(
  'an operator hears that metrics have changed, whatever account it was',
  { timeout: 120_000 },
  async () => {
    const browser = (await portal.register('operator@jokko.sn')).browser;
    const { id } = (await browser.get('me')).json.membership as { id: number };
    await portal.db.sql(
      `update membership set side = 'operator', role = 'viewer', account_id = null where id = ${id}`,
    );
    await portal.db.sql(
      `update portal_session set second_factor = true where membership_id = ${id}`,
    );
    const response = await fetch(`${portal.origin}/portal/api/events`, {
      headers: { cookie: `jokko=${browser.token}` },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let more = true;
    const writing = (async () => {
      for (; more; await sleep(300)) {
        await portal.db
          .sql(`insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
        values (1, (select coalesce(max(id), 0) + 1 from transfer), 'fund', 'funding', 'available', 1, 'XOF', 1)`);
      }
    })();
    for (let received = ''; !received.includes('event: metrics\ndata: {"kind":"metrics"}');) {
      const { value, done } = await reader.read();
      assert.equal(done, false, received);
      received += value;
    }
    more = false;
    await writing;
    await reader.cancel();
  },
);

test(
  'a stream ends at once with the session, and with the seat; a session has ten and no more',
  { timeout: 120_000 },
  async () => {
    const { browser } = await portal.register('fin@b.sn');
    const open = async (token = browser.token) => {
      const response = await fetch(`${portal.origin}/portal/api/events`, {
        headers: { cookie: `jokko=${token}` },
      });
      return { response, ended: response.body === null ? null : response.text() };
    };
    const streams = await Promise.all(Array.from({ length: 10 }, () => open()));
    assert.deepEqual(new Set(streams.map(({ response }) => response.status)), new Set([200]));
    const eleventh = await open();
    assert.deepEqual(
      [eleventh.response.status, JSON.parse((await eleventh.ended)!).error.code],
      [503, 'notNow'],
    );
    const { token } = browser;
    const other = portal.browser();
    const credentials = { email: 'fin@b.sn', password: 'la-teranga-sous-la-pluie' };
    assert.equal((await other.post('sign-in', credentials)).status, 200);
    const kept = await open(other.token);
    assert.equal((await browser.post('sign-out')).status, 200);
    for (const { ended } of streams) await ended;
    assert.equal((await open(token)).response.status, 401);
    const { json } = await other.get('me');
    await portal.db.sql(`update membership set ended_at = now() where id = ${json.membership.id}`);
    // Whatever this user does next makes the node look.
    await other.post('me', { theme: 'dark' });
    await kept.ended;
  },
);
