// S2: proves that all nodes share one status limit and one blacklist. Uses its own
// installation with two nodes behind a trusted proxy.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, hostInstallation, uniqueId, uniquePhone, until } from './harness/index.ts';
import type { Client, GatewayNode, HostedInstallation } from './harness/index.ts';
import { callerAddress, lookUp } from './harness/payment.ts';
import type { StatusLimitOptions } from './harness/payment.ts';

const proxy = '127.0.201.1';
const refusalsUntilBlocked = 30;
/**
 * A notice between nodes takes a few milliseconds, and more when the machine is busy with something
 * else: until it is heard, a node may allow the one look-up that it may keep to itself. The pause
 * between two look-ups doubles until none is allowed that way.
 */
const pauseMs = { first: 20, most: 5_000 };
const allowedMax = 4;

interface Entry {
  address: string;
  accountId: number | null;
  blockedUntil: string;
}

let installation: HostedInstallation;
let second: GatewayNode;
let nodes: Client[];
before(async () => {
  installation = await hostInstallation({
    env: {
      TRUSTED_PROXIES: '127.0.201.0/24',
      JOKKO_LOOK_UP_REFUSALS: String(refusalsUntilBlocked),
    },
  });
  second = await installation.addNode();
  nodes = [installation.nodes[0]?.details.listening ?? '', second.details.listening].map((url) =>
    createClient(url, installation.apiKey),
  );
  await until('each node counts both', bothShare);
});
after(async () => installation.stop());

async function pay(): Promise<string> {
  const id = uniqueId('limit');
  const { json } = await nodes[0]!.operation({
    phone: uniquePhone('8007'),
    amount: 100,
    codeService: 'OPA_SN_API_CASH_IN',
    externalTransactionId: id,
  });
  assert.equal(json.code, 2000);
  return id;
}

const codeOn = async (node: number, id: string, options: StatusLimitOptions): Promise<number> =>
  (await lookUp(nodes[node]!, id, options)).json.code;

async function codesOn(
  order: readonly number[],
  id: string,
  options: StatusLimitOptions,
): Promise<number[]> {
  const codes: number[] = [];
  for (const node of order) codes.push(await codeOn(node, id, options));
  return codes;
}

/** The first node is told that it is no longer alone; until then it counts by itself. */
async function bothShare(): Promise<boolean> {
  const id = uniqueId('limit');
  const from = callerAddress();
  const codes = await codesOn([0, 1, 0, 1, 0], id, { from });
  return codes[3] === 4029 && codes[4] === 4029;
}

/**
 * Looks a new transaction up on these nodes in turn, until the first three look-ups were allowed
 * and no other; answers its id.
 */
async function untilThreeOf(
  order: readonly number[],
  optionsOf: (index: number) => StatusLimitOptions,
): Promise<string> {
  const expected = order.map((_node, index) => (index < 3 ? 2000 : 4029));
  let pause = pauseMs.first;
  return until(`three of ${order.join()} are allowed`, async () => {
    const id = await pay();
    const codes: number[] = [];
    for (const [index, node] of order.entries()) {
      codes.push(await codeOn(node, id, optionsOf(index)));
      await sleep(pause);
    }
    pause = Math.min(2 * pause, pauseMs.most);
    const allowed = codes.filter((code) => code === 2000).length;
    assert.ok(allowed <= allowedMax, `${order.join()}: ${codes.join()}`);
    return isDeepStrictEqual(codes, expected) && id;
  });
}

/** Asks until the address was refused so often, on both nodes in turn. */
async function beRefused(id: string, times: number, options: StatusLimitOptions): Promise<void> {
  for (let refused = 0, asked = 0; refused < times; asked++)
    if ((await codeOn(asked % 2, id, options)) === 4029) refused++;
}

const through = (forwarded: string): StatusLimitOptions => ({
  from: proxy,
  headers: { 'X-Forwarded-For': forwarded },
});
const newNetwork = (): string =>
  `2001:db8:${randomInt(1, 0xffff).toString(16)}:${randomInt(1, 0xffff).toString(16)}`;

describe('S2 on two nodes', () => {
  it('S2 three look-ups a minute on both nodes together, in whatever order; the 4th is refused on either', async () => {
    const orders = [
      [0, 1, 0, 1, 0],
      [0, 0, 1, 0, 1],
      [0, 1, 1, 0, 1],
      [1, 1, 0, 1, 0],
    ];
    const look = (order: number[]): Promise<string> => {
      const from = callerAddress();
      return untilThreeOf(order, () => ({ from }));
    };
    await Promise.all(orders.map(look));
  });

  it('S2 20 look-ups at the same moment on both nodes: three, or one more where a first one met none of the others', async () => {
    const id = await pay();
    const from = callerAddress();
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => codeOn(index % 2, id, { from })),
    );
    const allowed = codes.filter((code) => code === 2000).length;
    assert.ok(allowed === 3 || allowed === 4, `${allowed} allowed`);
    assert.deepEqual(await codesOn([0, 1], id, { from }), [4029, 4029]);
  });

  it('S2 the addresses of an IPv6 /64 are one caller on both nodes, the next /64 is another', async () => {
    const network = newNetwork();
    const hosts = ['::1', '::2', ':dead:beef:0:1', '::ffff', '::5'];
    const id = await untilThreeOf([0, 1, 0, 1, 0], (index) => through(`${network}${hosts[index]}`));
    assert.equal(await codeOn(1, id, through(`${newNetwork()}::1`)), 2000);
  });

  it('S2 a port behind a forwarded address does not make another caller', async () => {
    await untilThreeOf([0, 1, 0, 1], (index) => through(`203.0.113.77:${4001 + index}`));
  });

  it('S2 refusals on both nodes count together; the entry is listed, outlives a node, and is released on all at once', async () => {
    const network = newNetwork();
    const caller = through(`${network}::9`);
    const [id, another] = await Promise.all([pay(), pay()]);
    await beRefused(id, refusalsUntilBlocked, caller);
    for (const node of [0, 1])
      await until(
        `node ${node} blocks`,
        async () => (await codeOn(node, another, through(`${network}::a`))) === 4029,
      );

    // It is stored after the answer that it decides.
    const entry = await until('it is listed', async () => {
      const { entries } = await installation.cli<{ entries: Entry[] }>(['blacklist', 'list']);
      return entries.find(({ address }) => address === `${network}::/64`);
    });
    assert.equal(entry.accountId, installation.accountId);
    const leftMs = Date.parse(entry.blockedUntil) - Date.now();
    assert.ok(leftMs > 300_000 && leftMs <= 601_000, `${leftMs} ms left`);

    await second.stop();
    second = await installation.addNode();
    nodes[1] = createClient(second.details.listening, installation.apiKey);
    assert.equal(await codeOn(1, another, caller), 4029, 'still blocked after a restart');
    const fresh = await pay();
    assert.equal(await codeOn(1, fresh, caller), 4029, 'for any transaction');

    const refused = await installation.runCli([
      'blacklist',
      'release',
      `${network}::9`,
      '--account',
      '999',
    ]);
    assert.deepEqual(
      [refused.code, refused.stderr.includes('no entry')],
      [1, true],
      refused.stderr,
    );
    const { released } = await installation.cli<{ released: Entry[] }>([
      'blacklist',
      'release',
      `${network}::9`,
    ]);
    assert.deepEqual(
      released.map(({ address, accountId }) => [address, accountId]),
      [[`${network}::/64`, installation.accountId]],
    );
    for (const node of [0, 1]) {
      const free = await pay();
      await until(
        `node ${node} answers again`,
        async () => (await codeOn(node, free, caller)) === 2000,
      );
    }
  });

  it('S2 the commands of the blacklist say what is wrong', async () => {
    for (const [args, complaint] of [
      [['blacklist', 'release'], 'ADDRESS'],
      [['blacklist', 'release', 'shop'], 'no address'],
      [['blacklist', 'release', '192.0.2.0/24'], 'no address'],
      [['blacklist', 'release', '192.0.2.1', '--account', 'x'], 'account'],
      [['blacklist', 'list', 'x'], 'unexpected'],
    ] as const) {
      const { code, stderr } = await installation.runCli(args);
      assert.equal(code, 2, args.join(' '));
      assert.ok(stderr.includes(complaint), stderr);
    }
  });
});
