// Proves that a request reaches the node that its account belongs to whichever node is called, and
// that a node which stops, dies or freezes costs its callers no more than a moment: the node that
// was called does it itself, once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  uniquePhone,
  until,
  type Client,
  type GatewayNode,
  type Installation,
} from './harness/index.ts';
import { executionsOf } from './harness/payment.ts';
import { undisturbed } from './harness/undisturbed.ts';

/** A frozen node is found out after 0.4 s; the account that it may hold is free after 3 s. */
const answeredWithinMs = 5_000;
const accountsCount = 6;

let installation: Installation;
let nodes: GatewayNode[];
let keys: string[];
before(async () => {
  // A node that is frozen for a while is not taken for dead.
  installation = await startInstallation({ env: { JOKKO_LEASE_MS: '180000' } });
  nodes = [installation.nodes[0]!, await installation.addNode()];
  const accounts = await Promise.all(
    Array.from({ length: accountsCount }, () => createAccount(installation)),
  );
  keys = accounts.map(({ apiKey }) => apiKey);
  await until('they know each other', async () => {
    await orderAll(nodes);
    return (await handedOn(nodes[0]!)) > 0 && (await handedOn(nodes[1]!)) > 0;
  });
});
after(() => installation.stop());

const urlOf = ({ details }: GatewayNode): string => details.listening;
const clientsOf = (node: GatewayNode): Client[] =>
  keys.map((key) => createClient(urlOf(node), key));
const order = () => payOut({ phone: uniquePhone('8007'), amount: 10 });

/** One order of each account, at each node. Every one must be accepted. */
async function orderAll(at: GatewayNode[]): Promise<void> {
  const answers = await Promise.all(
    at.flatMap(clientsOf).map((client) => client.operation(order())),
  );
  for (const { json } of answers) assert.equal(json.code, 2000, JSON.stringify(json));
}

/** How many requests the node has handed on, and what came back. */
async function handedOn(node: GatewayNode, outcome = 'answer'): Promise<number> {
  const { text } = await sendRequest(`${urlOf(node)}/metrics`);
  return Number(
    new RegExp(`^jokko_handed_on_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1],
  );
}

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

test('each account belongs to one node: the other hands its requests on', async () => {
  const [client] = clientsOf(nodes[0]!);
  const handOnFive = async (): Promise<number[]> => {
    const before = await Promise.all(nodes.map((node) => handedOn(node)));
    for (const node of nodes) {
      const own = createClient(urlOf(node), keys[0]!);
      for (let made = 0; made < 5; made++)
        assert.equal((await own.operation(order())).json.code, 2000);
    }
    const after = await Promise.all(nodes.map((node) => handedOn(node)));
    return nodes.map((_node, index) => after[index]! - before[index]!).sort();
  };
  // A node that is too busy to answer in time is not asked for a moment.
  const handed = await undisturbed(handOnFive, ([, most]) => most === 5, 20);
  assert.deepEqual(handed, [0, 5]);
  assert.ok((await client!.balance()) > 0);
});

test('O5 a repeat at the other node returns the same transaction, and it is executed once', async () => {
  for (const key of keys) {
    const body = payOut({ phone: uniquePhone(), amount: 10 });
    const answers = await Promise.all(
      [...nodes, ...nodes].map((node) => createClient(urlOf(node), key).operation(body)),
    );
    assert.equal(new Set(answers.map(({ json }) => json.data.transactionId)).size, 1);
    await until(
      'it is executed',
      async () => (await executionsOf(installation.simulatorUrl, String(body['phone']))) === 1,
    );
  }
});

test('S4 a refund at the other node undoes what was initiated at this one', async () => {
  for (const apiKey of keys) {
    const [here, there] = nodes.map((node) => createClient(urlOf(node), apiKey));
    const { json } = await here!.operation(payOut({ phone: uniquePhone(), amount: 10 }));
    const { transactionId } = json.data;
    await until('it is refunded', async () => {
      const refund = await there!.post('/api-services/transaction/refund-cancel', {
        apiKey,
        transactionId,
      });
      return refund.json.statutTreatment === 'SUCCESS';
    });
  }
});

test('O10 an order that waits for its provider is waited for where it was handed on', async () => {
  const slow = () =>
    payOut({ codeService: 'OPC_SN_API_CASH_OUT', amount: 1_350, phone: uniquePhone('8003') });
  const lost = async () =>
    (await Promise.all(nodes.map((node) => handedOn(node, 'lost')))).reduce((a, b) => a + b);
  // One at a time: a node that answers others is waited for longer. A machine that stands still may cost a round.
  for (let round = 1; ; round++) {
    const before = await lost();
    for (const node of nodes) {
      const { json } = await createClient(urlOf(node), keys[0]!).operation(slow());
      assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], JSON.stringify(json));
    }
    if ((await lost()) === before) return;
    assert.ok(round < 20, 'it was given up, and done once more at the node that was called');
  }
});

test('a frozen node: whoever it belongs to is answered by the other one, in time', async () => {
  const [living, frozen] = nodes;
  const measure = async (): Promise<{ longest: number; next: number }> => {
    const lost = await handedOn(living!, 'lost');
    process.kill(frozen!.pid, 'SIGSTOP');
    try {
      const longest = await tookMs(() => orderAll([living!]));
      assert.ok((await handedOn(living!, 'lost')) > lost, 'it was asked, and did not answer');
      // From now on it is not waited for.
      return { longest, next: await tookMs(() => orderAll([living!])) };
    } finally {
      process.kill(frozen!.pid, 'SIGCONT');
      const before = await handedOn(living!);
      await until(
        'it is asked again',
        async () => {
          await orderAll([living!]);
          return (await handedOn(living!)) > before;
        },
        { timeoutMs: 120_000 },
      );
    }
  };
  const { longest, next } = await undisturbed(
    measure,
    (each) => each.longest < answeredWithinMs && each.next < answeredWithinMs / 2,
  );
  assert.ok(longest < answeredWithinMs, `${Math.round(longest)} ms`);
  assert.ok(next < answeredWithinMs / 2, `${Math.round(next)} ms`);
});

test('a node that dies: the other does everything itself, and nothing is lost or done twice', async () => {
  const [living, killed] = nodes;
  let asking = true;
  const loops = clientsOf(living!).map(async (client) => {
    let accepted = 0;
    while (asking) {
      const body = order();
      const { json } = await client.operation(body);
      assert.equal(json.code, 2000, JSON.stringify(json));
      assert.equal((await client.operation(body)).json.data.transactionId, json.data.transactionId);
      accepted++;
    }
    return accepted;
  });
  await until('some are accepted', async () => (await handedOn(living!)) > 20);
  await killed!.kill();
  await orderAll([living!]);
  asking = false;
  for (const accepted of await Promise.all(loops)) assert.ok(accepted > 0);
  const { violations } = await installation.cli(['doctor']);
  assert.deepEqual(violations ?? [], []);
});
