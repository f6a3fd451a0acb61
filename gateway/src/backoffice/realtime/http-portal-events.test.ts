// What happens while a page is open reaches it: changes of its own account, and of no other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
before(async () => {
  portal = await startPortal({ changesEveryMs: 20 });
});
after(() => portal.close());

const follow = ({ token }: Pick<Browser, 'token'>): Promise<Response> =>
  fetch(`${portal.origin}/portal/api/events`, { headers: { cookie: `jokko=${token}` } });

/** Reads the events of an open page. */
function readEvents(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  let told = 0;
  return {
    /**
     * Waits for these kinds of event, among those that come after the ones that were waited for
     * before.
     */
    async until(...kinds: string[]): Promise<void> {
      // Pages listen by name.
      const textOf = (kind: string): string => `event: ${kind}\ndata: {"kind":"${kind}"}\n\n`;
      const placeOf = (kind: string): number => received.indexOf(textOf(kind), told);
      while (kinds.some((kind) => placeOf(kind) === -1)) {
        const { value, done } = await reader.read();
        assert.equal(done, false, `the stream ended before ${kinds.join()}: ${received}`);
        received += value;
      }
      told = Math.max(...kinds.map((kind) => placeOf(kind) + textOf(kind).length));
    },
    count: (kind: string): number => received.split(`event: ${kind}\n`).length - 1,
    close: () => reader.cancel(),
  };
}

const transfer = (account: number): Promise<void> =>
  portal.db.sql(`insert into transfer (account_id, id, verb, debit, credit, amount, currency,
      available_after)
    values (${account}, (select coalesce(max(id), 0) + 1 from transfer), 'fund', 'funding',
      'available', 1, 'XOF', 1)`);

/**
 * Goes on with what may be missed: the first look only learns what is there, and a connection that
 * listens may have to be made anew.
 */
async function repeating(write: () => Promise<void>, seen: Promise<void>): Promise<void> {
  let more = true;
  const writing = (async () => {
    for (; more; await sleep(20)) await write();
  })();
  await seen;
  more = false;
  await writing;
}

test(
  'operations, callbacks and settings of the own account are told',
  { timeout: 120_000 },
  async () => {
    const { browser } = await portal.register('a@b.sn');
    const { accountId } = (await browser.get('me')).json.membership as { accountId: number };
    const response = await follow(browser);
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
    const { until, count, close } = readEvents(response);
    let notified = 0;
    const notify = (account: number): Promise<void> =>
      portal.db.sql(`select pg_notify('jokko_account', '${account}')`);
    const notifyOwn = (): Promise<void> => (notified++, notify(accountId));
    const end = (from: string, to: string): Promise<void> =>
      portal.db
        .sql(`insert into operation_transition (account_id, operation_id, from_state, to_state,
          reason)
        values (${accountId}, 5, '${from}', '${to}', 'x')`);
    const callBack = (): Promise<void> =>
      portal.db.sql(`update callback set attempts = attempts + 1 where account_id = ${accountId}`);
    await until('begin');
    // Again, once the connection that listens is there: whatever came before may have been missed.
    await until('begin');
    await repeating(notifyOwn, until('account'));
    await repeating(() => transfer(accountId), until('operation'));
    await end('ACCEPTED', 'SUCCESS');
    await portal.db.sql(
      `insert into callback (account_id, operation_id, destination, url, status)
        values (${accountId}, 5, 'l', 'u', 'SUCCESS')`,
    );
    // With it all that was written before has been seen.
    await until('callback');
    await end('REFUNDING', 'REFUNDED');
    await until('operation');
    await callBack();
    await until('callback');
    const operations = count('operation');
    await transfer(accountId + 1);
    for (let time = 0; time < 10; time++) await notify(accountId + 1);
    await callBack();
    await repeating(notifyOwn, until('account', 'callback'));
    assert.equal(count('operation'), operations, 'nothing of another account');
    assert.ok(count('account') <= notified, `${count('account')} of ${notified}`);
    await close();
  },
);

test(
  'an operator hears that metrics have changed, whatever account it was',
  { timeout: 120_000 },
  async () => {
    const { browser } = await portal.register('operator@jokko.sn');
    const { id } = (await browser.get('me')).json.membership as { id: number };
    await portal.db.sql(
      `update membership set side = 'operator', role = 'viewer', account_id = null
        where id = ${id}`,
    );
    await portal.db.sql(
      `update portal_session set second_factor = true where membership_id = ${id}`,
    );
    const { until, close } = readEvents(await follow(browser));
    await repeating(() => transfer(1), until('metrics'));
    await close();
  },
);

test(
  'a stream ends at once with the session, and with the seat; a session has ten and no more',
  { timeout: 120_000 },
  async () => {
    const { browser } = await portal.register('fin@b.sn');
    const open = async (token = browser.token) => {
      const response = await follow({ token });
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
