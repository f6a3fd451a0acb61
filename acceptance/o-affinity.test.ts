// Proves that a request reaches the node that its account belongs to whichever node is called, and
// that nothing is done twice. A node that dies or freezes: o-affinity.long.test.ts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { payOut, uniqueId, uniquePhone, until } from './harness/index.ts';
import { lookUp } from './harness/payment.ts';
import { registerDeveloper } from './harness/portal-developer.ts';
import { executionsOf } from './harness/provider-book.ts';
import { startTwoNodes, type TwoNodes } from './harness/two-nodes.ts';

let two: TwoNodes;
before(async () => {
  two = await startTwoNodes();
});
after(() => two.installation.stop());

test('each account belongs to one node: the other hands its requests on', async () => {
  const { nodes, keys, clientOf, handedOn, order } = two;
  const handOnFive = async (): Promise<number[]> => {
    const before = await Promise.all(nodes.map((node) => handedOn(node)));
    for (const node of nodes) {
      const own = clientOf(node, keys[0]!);
      for (let made = 0; made < 5; made++)
        assert.equal((await own.operation(order())).json.code, 2000);
    }
    const after = await Promise.all(nodes.map((node) => handedOn(node)));
    return nodes.map((_node, index) => after[index]! - before[index]!).sort();
  };
  // A node that is too busy to answer in time is not asked for a moment.
  await until('one of them hands all on, the other none', async () =>
    isDeepStrictEqual(await handOnFive(), [0, 5]),
  );
  assert.ok((await clientOf(nodes[0], keys[0]!).balance()) > 0);
});

test('G1 a test callback of one node reaches no other node that runs here', async () => {
  const [one, other] = two.nodes;
  const developer = await registerDeveloper(one, `awa.${uniqueId()}@example.sn`);
  await until('it knows where the other one listens', async () => {
    const { error } = await developer.post('callbacks/test', { url: `${other.baseUrl}/metrics` });
    return isDeepStrictEqual(error?.fields?.[0]?.address, 'ownService');
  });
});

test('O5 a repeat at the other node returns the same transaction, and it is executed once', async () => {
  const { installation, nodes, keys, clientOf } = two;
  const repeat = async (key: string): Promise<void> => {
    const body = payOut({ phone: uniquePhone(), amount: 10 });
    const answers = await Promise.all(
      [...nodes, ...nodes].map((node) => clientOf(node, key).operation(body)),
    );
    assert.equal(new Set(answers.map(({ json }) => json.data.transactionId)).size, 1);
    await until(
      'it is executed',
      async () => (await executionsOf(installation.simulatorUrl, String(body['phone']))) === 1,
    );
  };
  await Promise.all(keys.map(repeat));
});

test('S4 a refund at the other node undoes what was initiated at this one', async () => {
  const { nodes, keys, clientOf } = two;
  const takeBack = async (apiKey: string): Promise<void> => {
    const [here, there] = nodes.map((node) => clientOf(node, apiKey));
    const { json } = await here!.operation(payOut({ phone: uniquePhone(), amount: 10 }));
    const { transactionId, externalTransactionId } = json.data;
    await until('it is taken back', async () => {
      const refund = await there!.post('/api-services/transaction/refund-cancel', {
        apiKey,
        transactionId,
      });
      if (refund.json.statutTreatment === 'SUCCESS') return true;
      // The provider's word may come later than an answer waits for it.
      const status = (await lookUp(here!, externalTransactionId)).json.data.status;
      return ['REFUNDED', 'CANCELED'].includes(status);
    });
  };
  await Promise.all(keys.map(takeBack));
});

test('O10 an order that waits for its provider is waited for where it was handed on', async () => {
  const { nodes, keys, clientOf, handedOn, order } = two;
  const slow = () =>
    payOut({ codeService: 'OPC_SN_API_CASH_OUT', amount: 1_350, phone: uniquePhone('8003') });
  const counts = (outcome: 'answer' | 'lost') =>
    Promise.all(nodes.map((node) => handedOn(node, outcome)));
  /**
   * Orders at one node; whether it handed that on, and whether it gave it up and did it once more
   * itself.
   */
  const orderAt = async (index: number, body: Record<string, unknown>) => {
    const before = { answers: await counts('answer'), lost: await counts('lost') };
    const { json } = await clientOf(nodes[index]!, keys[0]!).operation(body);
    assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], JSON.stringify(json));
    const after = { answers: await counts('answer'), lost: await counts('lost') };
    return {
      handedOn: after.answers[index]! > before.answers[index]!,
      lost: after.lost[index]! > before.lost[index]!,
    };
  };
  // A machine that stands still may cost a round.
  await until('it is handed on, and waited for', async () => {
    for (const index of nodes.keys()) {
      if (!(await orderAt(index, order())).handedOn) continue;
      const { handedOn: answered, lost } = await orderAt(index, slow());
      return answered && !lost;
    }
    return undefined;
  });
});
