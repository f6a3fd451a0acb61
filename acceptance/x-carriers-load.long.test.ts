// X5, F69: 20,000 messages over a carrier that loses each tenth answer, repeats and hastens reports
// and throttles, with two nodes of which one is killed midway. Then the carrier's book, ours and
// the ledger are compared entry by entry.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startInstallation, until } from './harness/index.ts';
import type { Installation } from './harness/index.ts';
import { createAccount } from './harness/account.ts';
import { createClient } from './harness/client.ts';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import { createSmsApp, createSmsClient } from './harness/sms.ts';
import type { SmsApp } from './harness/sms.ts';
import { openSmsc } from './harness/smsc.ts';
import type { Smsc, SmscLine } from './harness/smsc.ts';
import { importRouting, smsNumber } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';

const messagesCount = 20_000;
const perBatch = 1_000;
/** XOF, and how the ledger counts it. */
const price = 10;
const scale = 10_000n;
const funded = 1_000_000;
const window = 200;
const sessions = 4;
/** In each session: more than the carrier takes. */
const ratePerSec = 1_000;
/** A machine that does much else takes long. */
const restsWithinMs = 600_000;
/** By the last four digits of one number in 50 each; all others are delivered. */
const outcomes = { '9001': 'UNDELIVERABLE', '7011': 'REJECTED', '8007': 'SENT' } as const;
const digits = Object.keys(outcomes) as (keyof typeof outcomes)[];
const faults = {
  dropEvery: 10,
  earlyEvery: 7,
  repeatEvery: 2,
  throttleAbove: 2_000,
  receiptDelayMs: 200,
};

interface Stored {
  batch: bigint;
  msisdn: string;
  state: string;
  reason: string | null;
  price: bigint;
  refunded: boolean;
}

/** The proof of Infobip's reports: its logs could not be asked about so many. */
const proof = { user: 'jokko', password: 'of-the-subscription' };

for (const [name, connector, own] of [
  [
    'INFOBIP',
    'infobip',
    { noticeAuth: 'basic', noticeUser: proof.user, noticeSecret: proof.password },
  ],
  ['AFRICA', 'africas-talking', {}],
  ['TWILIO', 'twilio', {}],
  ['ORANGE', 'orange-sms', {}],
] as const)
  describe(`X5 F69 20,000 messages over a bad carrier: ${connector}`, () => {
    const routing: TestRouting = {
      connections: { [name]: { connector, config: { ...own, window, sessions, ratePerSec } } },
    };
    let installation: Installation;
    let smsc: Smsc;
    let rows: StoredRows;
    let app: SmsApp;
    let apiKey: string;
    /** What the node that was killed had leased: of these alone nobody knows whether they left. */
    let leasedByDead: ReadonlySet<string>;
    before(async () => {
      installation = await startInstallation({ env: { JOKKO_LEASE_MS: '15000' } });
      smsc = openSmsc(installation.simulatorUrl);
      rows = openStoredRows(installation);
      await importRouting(installation, routing);
      const { address } = await installation.cli<{ address: string }>([
        ...['sms', 'link', 'address', name],
      ]);
      const webhook = new URL(address, installation.baseUrl);
      if (connector === 'infobip')
        Object.assign(webhook, { username: proof.user, password: proof.password });
      await smsc.register(connector, webhook.href);
      const account = await createAccount(installation, { fund: funded });
      apiKey = account.apiKey;
      app = await createSmsApp(installation, account.accountId);
    });
    after(async () => {
      await rows?.close();
      await installation?.stop();
    });

    const stored = () =>
      rows.read<Stored>(
        `select batch_id as batch, msisdn::text, state, reason, price, refunded from sms_message`,
      );
    /** Sends them, and kills the second node when a third of them has left. */
    async function sendAll(): Promise<void> {
      // Reports of what it sends reach the node that stays.
      const second = await installation.addNode({ env: { PUBLIC_URL: installation.baseUrl } });
      await smsc.behave(connector, faults);
      const sms = createSmsClient(() => installation.baseUrl, app.appKey);
      for (let sent = 0; sent < messagesCount; sent += perBatch)
        await sms.accept(
          Array.from({ length: perBatch }, (_, at) =>
            smsNumber(routing, name, at % 50 < digits.length ? digits[at % 50] : '0000'),
          ),
        );
      await until('a third has left', async () => {
        const [row] = await rows.read<{ left: bigint }>(
          `select count(*) as left from sms_message where state not in ('ACCEPTED', 'SENDING')`,
        );
        return Number(row!.left) > messagesCount / 3;
      });
      const [held] = await rows.read<{ count: bigint }>(
        `select count(*) as count from sms_bind where state = 'bound'`,
      );
      assert.equal(Number(held!.count), sessions, 'all sessions are bound');
      await second.kill();
      const leased = await rows.read<{ msisdn: string }>(
        `select m.msisdn::text from sms_lease l join node n on n.incarnation = l.lease_owner
         join sms_message m on m.lease_id = l.id and m.state = 'SENDING' where n.node_id = $1`,
        [second.nodeId],
      );
      leasedByDead = new Set(leased.map(({ msisdn }) => msisdn));
      assert.ok(leasedByDead.size > 0, 'it was killed midway');
    }
    /**
     * Until each has what it will have: of those that no report comes for, and of those that never
     * reached the carrier, not an end.
     */
    async function untilRest(): Promise<void> {
      let before = '';
      const counts = () =>
        rows.read<{ state: string; count: bigint }>(
          `select state || ' ' || coalesce(reason, '') as state, count(*) as count from sms_message
            group by 1 order by 1`,
        );
      await until(
        'nothing moves any more',
        async () => {
          const now = await counts();
          const told = now.map(({ state, count }) => `${count} ${state}`).join();
          const isStill = told === before && !/ACCEPTED|SENDING/.test(told);
          before = told;
          return isStill;
        },
        { timeoutMs: restsWithinMs, everyMs: 10_000 },
      );
      process.stdout.write(`${connector}: ${before}\n`);
    }
    async function acceptedByNumber(): Promise<Map<string, SmscLine[]>> {
      const lines = await smsc.lines({ account: connector, event: 'accepted' });
      return Map.groupBy(lines, ({ to }) => to ?? '');
    }

    it('X5 none is sent twice, each ends as the carrier says, and is charged once or given back', async () => {
      await sendAll();
      await untilRest();
      const [messages, accepted] = [await stored(), await acceptedByNumber()];
      const refused = new Set(
        (await smsc.lines({ account: connector, event: 'refused' })).map(({ to }) => to ?? ''),
      );
      assert.equal(messages.length, messagesCount);
      assert.equal(Math.max(...[...accepted.values()].map(({ length }) => length)), 1, 'once');
      const known = new Set(messages.map(({ msisdn }) => msisdn));
      assert.deepEqual(
        [...accepted.keys()].filter((to) => !known.has(to)),
        [],
      );
      const lost = messages.filter(({ msisdn }) => !accepted.has(msisdn) && !refused.has(msisdn));
      assert.deepEqual(
        lost.filter(({ msisdn }) => !leasedByDead.has(msisdn)),
        [],
        'all that no node was killed over has reached the carrier',
      );
      for (const message of messages)
        assert.deepEqual(
          { state: message.state, refunded: message.refunded, msisdn: message.msisdn },
          expected(message, accepted.get(message.msisdn)?.[0], refused),
        );
      const unanswered = [...accepted.values()].filter(([line]) => line!.answered === false);
      assert.ok(unanswered.length > messagesCount / 20, `${unanswered.length} answers were lost`);
    });

    it('X5 the ledger has one charge for each batch, and what was given back of it, and no more', async () => {
      const byBatch = Map.groupBy(await stored(), ({ batch }) => batch);
      const transfers = await rows.read<{ batch: bigint; verb: string; amount: bigint }>(
        `select sms_batch_id as batch, verb, amount from transfer where sms_batch_id is not null`,
      );
      let spent = 0n;
      for (const [batch, messages] of byBatch) {
        const of = (verb: string) =>
          transfers.filter((each) => each.batch === batch && each.verb === verb);
        const sum = (amounts: readonly bigint[]) => amounts.reduce((one, two) => one + two, 0n);
        const charges = of('charge').map(({ amount }) => amount);
        const given = sum(of('reverse').map(({ amount }) => amount));
        assert.deepEqual(charges, [BigInt(perBatch * price) * scale]);
        assert.equal(given, sum(messages.map((each) => (each.refunded ? each.price : 0n))));
        spent += charges[0]! - given;
      }
      assert.equal(byBatch.size, messagesCount / perBatch);
      const balance = await createClient(installation.baseUrl, apiKey).balance();
      assert.equal(BigInt(balance) * scale, BigInt(funded) * scale - spent);
      const { violations } = await installation.cli<{ violations?: unknown[] }>(['doctor']);
      assert.deepEqual(violations ?? [], []);
    });
  });

/** What a message must be by the carrier's book. */
function expected(
  { msisdn, state, reason }: Stored,
  line: SmscLine | undefined,
  refused: ReadonlySet<string>,
): Pick<Stored, 'state' | 'refunded' | 'msisdn'> {
  const last = msisdn.slice(-4) as keyof typeof outcomes;
  const told = outcomes[last] ?? 'DELIVERED';
  const hasLost = ['answer_timeout', 'connection_lost', 'node_lost'].includes(reason ?? '');
  // Nobody can know: it stays held and charged. A refusal whose answer was lost is in no log and no
  // report.
  if (line === undefined && !(refused.has(msisdn) && state === 'REJECTED') && hasLost)
    return { state: 'UNKNOWN', refunded: false, msisdn };
  // Taken, no report ever comes, and the answer was lost.
  if (told === 'SENT' && state === 'UNKNOWN' && hasLost)
    return { state: 'UNKNOWN', refunded: false, msisdn };
  return { state: told, refunded: told === 'REJECTED' || told === 'UNDELIVERABLE', msisdn };
}
