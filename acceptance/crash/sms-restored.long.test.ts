// F54: a restored database under SMS traffic. What was waiting or being sent when the backup was
// made has been sent since: it is not submitted again and ends as UNKNOWN, and what stands as
// DELIVERED was delivered.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness/index.ts';
import { accountOf } from '../harness/sms-routing.ts';
import { chooseSeed } from './harness.ts';
import { copyDirectory, killAll, recover, restartAll, untilAllRefuse } from './recovery.ts';
import { drainAndCompareSms } from './sms-books.ts';
import { openSmsHarness, resending, type SmsHarness } from './sms-harness.ts';

const requests = 60;
const loadMs = 1_500;
const connections = ['ONE', 'TWO', ...resending];

let harness: SmsHarness;
let copies: string;
before(async () => {
  harness = await openSmsHarness(chooseSeed('restore under SMS load'));
  copies = mkdtempSync(join(tmpdir(), 'jokko-copy-'));
});
after(async () => {
  await harness?.close();
  rmSync(copies, { recursive: true, force: true });
});

interface Message {
  msisdn: string;
  state: string;
  reason: string | null;
}

const storedMessages = () =>
  harness.rows.read<Message>('select msisdn::text as msisdn, state, reason from sms_message');

/** How often the carriers took each part. */
async function submissions(): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  for (const connection of connections)
    for (const [part, times] of await harness.smsc.acceptedOf(accountOf(connection)))
      taken.set(part, times);
  return taken;
}
const numberOf = (part: string): string => part.slice(0, part.indexOf(' '));

/** Numbers of messages whose receipts say DELIVRD. */
async function delivered(): Promise<Set<string | undefined>> {
  const books = await Promise.all(
    connections.map((connection) => harness.smsc.lines({ account: accountOf(connection) })),
  );
  const lines = books.flat();
  const numbers = new Map(lines.map(({ event, id, to }) => [event === 'accepted' ? id : '', to]));
  const good = lines.filter(({ event, state }) => event === 'receipt' && state === 'DELIVRD');
  return new Set(good.map(({ id }) => numbers.get(id)));
}

const untilNothingWaits = (): Promise<unknown> =>
  until(
    'nothing waits to be sent',
    async () => {
      const waiting = await harness.rows.read(
        `select from sms_message where state in ('ACCEPTED', 'SENDING') union all
         select from installation where sms_recovery_pending or recovery_reason is not null
           limit 1`,
      );
      return waiting.length === 0;
    },
    { timeoutMs: 60_000, everyMs: 100 },
  );

test('F54 after a restore no message is submitted twice, and none stands as DELIVERED that was not', async (t) => {
  const loading = harness.load(requests, loadMs);
  await sleep(loadMs * (0.4 + 0.4 * harness.random()));
  const directory = await killAll(harness);
  const kept = join(copies, 'data');
  copyDirectory(directory, kept);
  await restartAll(harness);
  await loading;
  // All that the backup knows as waiting is sent, and more.
  await harness.load(requests, loadMs);
  await drainAndCompareSms(harness);
  const taken = await submissions();

  await killAll(harness);
  copyDirectory(kept, directory);
  await restartAll(harness);
  await untilAllRefuse(harness);
  await recover(harness);
  await untilNothingWaits();
  const restored = await storedMessages();
  const known = new Set(restored.map(({ msisdn }) => msisdn));
  harness.requests.length = 0;
  await harness.load(requests, loadMs);
  await untilNothingWaits();
  const fresh = new Set(
    harness.requests.flatMap(({ msisdn }) => msisdn.map((each) => each.slice(1))),
  );

  const present = await submissions();
  for (const [part, times] of taken)
    assert.equal(present.get(part), times, `${part} was submitted after the restore`);
  for (const part of present.keys())
    assert.ok(taken.has(part) || fresh.has(numberOf(part)), `${part} is of no message`);
  // The books of the carriers are read after ours, since fresh messages are still being delivered.
  const stored = await storedMessages();
  const receipts = await delivered();
  for (const { msisdn, state } of stored)
    if (state === 'DELIVERED') assert.ok(receipts.has(msisdn), `${msisdn} was not delivered`);
  const doubtful = restored.filter(({ reason }) => reason === 'restored');
  assert.ok(doubtful.length > 0, 'something was under way when the backup was made');
  assert.ok(doubtful.every(({ state }) => state === 'UNKNOWN'));
  const sentBefore = new Set([...taken.keys()].map(numberOf));
  const saved = doubtful.filter(({ msisdn }) => sentBefore.has(msisdn)).length;
  assert.ok(saved > 0, 'some of it was sent since');
  t.diagnostic(
    `${known.size} messages in the backup, ${doubtful.length} doubtful, ${saved} of them had been sent`,
  );
  await harness.installation.cli(['doctor']);
});
