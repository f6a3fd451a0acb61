// X5, F69: a country that is routed over SMPP and over a carrier with an HTTP interface goes on
// when either is down. What may have left is not sent over the other one, and the first comes back.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from './harness/index.ts';
import { accountOf, importRouting } from './harness/sms-routing.ts';
import type { TestConnection, TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import type { SmsMessage } from './harness/sms.ts';

const badPassword = 0x0e;
const systemError = 0x08;
const unauthorized = { httpFail: 1_000_000, httpStatus: 401 };
/** Silence is noticed soon, and costs no more than a few messages. */
const silence = { responseTimeoutMs: 1_000, enquireLinkMs: 1_000, window: 1 };
const nobodyListens = 'http://127.0.0.1:1';

interface Failing {
  first: TestConnection;
  /** Over which its messages go meanwhile. */
  other: 'TWILIO' | 'SMPP';
  /** Name of its account in the simulator. */
  account: string;
  /** What its account is told when it fails; absent: nobody listens at its address. */
  fault?: Record<string, number | boolean>;
  /** What mends it. */
  mended?: Record<string, number | boolean>;
  /** Something is under way when it fails. */
  loses?: true;
}

const failing: Readonly<Record<string, Failing>> = {
  SREFUSED: {
    first: { config: { port: 1 } },
    other: 'TWILIO',
    account: accountOf('SREFUSED'),
  },
  SREVOKED: {
    first: {},
    other: 'TWILIO',
    account: accountOf('SREVOKED'),
    fault: { refuseBinds: badPassword, drop: true },
    mended: { refuseBinds: 0 },
  },
  SFROZEN: {
    first: { config: silence },
    other: 'TWILIO',
    account: accountOf('SFROZEN'),
    fault: { silent: true, silentEnquireLink: true, refuseBinds: systemError },
    mended: { silent: false, silentEnquireLink: false, refuseBinds: 0 },
    loses: true,
  },
  HREFUSED: {
    first: { connector: 'orange-sms', config: { baseUrl: nobodyListens } },
    other: 'SMPP',
    account: 'orange-sms',
  },
  HREVOKED: {
    first: { connector: 'infobip' },
    other: 'SMPP',
    account: 'infobip',
    fault: unauthorized,
    mended: { httpFail: 0 },
  },
  HFROZEN: {
    first: { connector: 'africas-talking', config: { timeoutMs: 1_000, window: 1, sessions: 1 } },
    other: 'SMPP',
    account: 'africas-talking',
    fault: { silent: true },
    mended: { silent: false },
    loses: true,
  },
};
const names = Object.keys(failing);
const others = { TWILIO: { connector: 'twilio' }, SMPP: {} } as const;
const accountOfOther = { TWILIO: 'twilio', SMPP: accountOf('SMPP') } as const;

/** `down`: nobody listens at the addresses of those that have no fault. */
const routingWith = (down: boolean): TestRouting => ({
  connections: {
    ...Object.fromEntries(
      names.map((name): [string, TestConnection] => {
        const { first, other, fault } = failing[name]!;
        const { config = {}, ...rest } = first;
        return [name, { ...rest, next: other, config: down || fault !== undefined ? config : {} }];
      }),
    ),
    ...others,
  },
});
/** A minute until a connection counts as down, on a machine that does much else. */
const patient = { timeoutMs: 300_000, everyMs: 500 };
const perConnection = 8;

describe('X5 F69 a country over SMPP and over HTTP', () => {
  let fixture: SmsFixture;
  before(async () => {
    fixture = await openSmsFixture(routingWith(true), { unbound: ['SREFUSED'] });
    const { connections } = routingWith(true);
    for (const [name, { connector = 'smpp' }] of Object.entries(connections)) {
      if (connector === 'smpp') continue;
      const { address } = await fixture.installation.cli<{ address: string }>([
        ...['sms', 'link', 'address', name],
      ]);
      await fixture.smsc.register(connector, new URL(address, fixture.installation.baseUrl).href);
    }
  });
  after(() => fixture?.close());

  async function untilBound(wanted: readonly string[]): Promise<void> {
    await until(
      `${wanted.join()} are bound`,
      async () => {
        const { links } = await fixture.installation.cli<{
          links: { name: string; binds: { state: string }[] }[];
        }>(['sms', 'link', 'list']);
        return wanted.every((name) =>
          links.find((link) => link.name === name)?.binds.every(({ state }) => state === 'bound'),
        );
      },
      patient,
    );
  }
  /** By which accounts of carriers a number was taken. */
  const takenBy = async ({ msisdn }: Pick<SmsMessage, 'msisdn'>): Promise<(string | undefined)[]> =>
    (await fixture.smsc.lines({ to: msisdn.slice(1), event: 'accepted' })).map(
      ({ account }) => account,
    );
  async function goesOver(name: string, account: string): Promise<void> {
    const id = await fixture.sms.accept(fixture.number(name));
    const message = await fixture.sms.untilState(id, 'DELIVERED', patient);
    assert.deepEqual(await takenBy(message), [account], name);
  }
  const withFault = names.filter((name) => failing[name]!.fault !== undefined);

  it('X5 each message goes over the first connection while that is up', async () => {
    await untilBound([...withFault, ...Object.keys(others)]);
    for (const name of withFault) await goesOver(name, failing[name]!.account);
  });

  it('X5 F69 refused, revoked or frozen: messages go over the other one, none over both', async () => {
    for (const name of withFault)
      await fixture.smsc.behave(failing[name]!.account, failing[name]!.fault!);
    const ids = new Map<string, string>();
    for (const name of names)
      ids.set(name, await fixture.sms.accept(fixture.numbers(name, perConnection)));
    for (const [name, { other, loses = false }] of Object.entries(failing)) {
      const messages = await fixture.sms.untilEach(
        ids.get(name)!,
        `${name}: each has an end`,
        ({ state }) => state === 'DELIVERED' || state === 'UNKNOWN',
        patient,
      );
      const unknown = messages.filter(({ state }) => state === 'UNKNOWN');
      assert.equal(unknown.length > 0, loses, `${name}: ${unknown.length} are unknown`);
      assert.ok(unknown.length < perConnection, `${name}: not all were lost`);
      for (const message of messages) {
        const expected = message.state === 'UNKNOWN' ? [] : [accountOfOther[other]];
        assert.deepEqual(await takenBy(message), expected, `${name} ${message.state}`);
      }
    }
  });

  it('X5 F69 mended, the first connection is used again', async () => {
    for (const name of withFault)
      await fixture.smsc.behave(failing[name]!.account, failing[name]!.mended!);
    await importRouting(fixture.installation, routingWith(false));
    await untilBound(names);
    for (const name of names) await goesOver(name, failing[name]!.account);
    await fixture.installation.cli(['doctor']);
  });
});
