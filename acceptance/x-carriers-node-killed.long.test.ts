// F69: a node is killed after the carrier has taken a message and before its answer. The other node
// asks the carrier: the message ends as the carrier says, and is at the carrier once.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { advanceClock, until } from './harness/index.ts';
import type { GatewayNode } from './harness/index.ts';
import { createSmsClient } from './harness/sms.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';

/** Reports reach nobody: only the carrier's logs tell. */
const config = {
  sessions: 1,
  timeoutMs: 60_000,
  noticeAuth: 'basic',
  noticeUser: 'user',
  noticeSecret: 'secret-of-the-test',
};
const deadAddress = 'http://127.0.0.1:9/reports';
const patient = { timeoutMs: 120_000 };

let fixture: SmsFixture;
let second: GatewayNode;
before(async () => {
  fixture = await openSmsFixture(
    { connections: { INFOBIP: { connector: 'infobip', config } } },
    { ownProcess: true, env: { JOKKO_LEASE_MS: '10000' } },
  );
  second = await fixture.installation.addNode();
});
after(() => fixture?.close());

/** Until the carrier's book has a line of this event about the number. */
const untilLine = (event: 'accepted' | 'dropped' | 'receipt', number: string): Promise<boolean> =>
  until(
    `the carrier has ${event} ${number}`,
    async () =>
      (await fixture.smsc.lines({ to: number.slice(1) })).some((line) => line.event === event),
    { ...patient, everyMs: 50 },
  );

it('F69 what the carrier took is delivered, once; what it never had stays unknown', async () => {
  const { smsc, installation, app } = fixture;
  await smsc.register('infobip', deadAddress);
  await smsc.behave('infobip', { holdReceipts: true, slowMs: 600_000 });
  const [taken, absent] = [fixture.number('INFOBIP'), fixture.number('INFOBIP', '8004')];
  const ids = [await fixture.sms.accept(taken), await fixture.sms.accept(absent)] as const;
  await untilLine('accepted', taken);
  await untilLine('dropped', absent);
  await (installation.nodes[0] as GatewayNode).kill();

  await smsc.behave('infobip', { holdReceipts: false, slowMs: 0 });
  const sms = createSmsClient(() => second.baseUrl, app.appKey);
  for (const id of ids) {
    const { reason } = await sms.untilState(id, 'UNKNOWN', patient);
    assert.equal(reason, 'node_lost');
  }
  await untilLine('receipt', taken);
  await advanceClock(installation, 150);
  const delivered = await sms.untilState(ids[0], 'DELIVERED', patient);
  assert.equal(delivered.refunded, false);
  const unknown = await sms.untilState(ids[1], 'UNKNOWN', patient);
  assert.deepEqual([unknown.reason, unknown.refunded], ['node_lost', false]);

  const events = async (number: string): Promise<string[]> =>
    (await smsc.lines({ to: number.slice(1) })).map(({ event }) => event);
  assert.deepEqual(await events(absent), ['dropped']);
  assert.deepEqual(
    (await events(taken)).filter((event) => event === 'accepted'),
    ['accepted'],
  );
  await installation.cli(['doctor']);
});
