// Proves that four digits choose the outcome in the sandbox: the table of docs/sandbox.md on
// both provider protocols. The slow rows run in parallel, so the whole file takes about as long as
// the slowest.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { errorCatalogue } from '@jokko/contract';
import { openFixture, payOut, undisturbed, uniquePhone } from './harness/index.ts';
import type { Client, ReceivedRequest, Fixture } from './harness/index.ts';
import { bookOf, executionsOf, untilAdmitted, untilStatus } from './harness/payment.ts';
import { watchLateness, type Lateness } from './harness/lateness.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
/** One account for each service: 512 requests at once is the most that one may have. */
const clients: Record<string, Client> = {};
let client: Client;
let simulatorUrl: string;
let lateness: Lateness;
before(async () => {
  lateness = watchLateness();
  fixture = await openFixture({ fund: 100_000_000 });
  client = fixture.client;
  simulatorUrl = fixture.installation.simulatorUrl;
  await Promise.all(
    Object.keys(codes).map(
      async (name) => (clients[name] = await fixture.newClient({ fund: 10_000_000 })),
    ),
  );
});
after(async () => {
  lateness.stop();
  await fixture.close();
});

const completesWithinMs = 180_000;

interface Order {
  party: string;
  members: Record<string, unknown>;
  from: Client;
}

interface Outcome extends Order {
  externalId: string;
  callback: ReceivedRequest;
  /** From the answer to the callback. */
  tookMs: number;
}

/** The services that a row is tried on. */
const codes: Record<string, string> = {
  'GSMA pay-out': 'OPD_SN_WALLET_CASH_IN',
  'GSMA collection': 'OPD_SN_WALLET_CASH_OUT',
  'sandbox airtime': 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
};

function orderOf(name: string, digits: string): Order {
  const phone = uniquePhone(digits);
  return {
    party: phone,
    members: { codeService: codes[name], phone, amount: 1_000 },
    from: clients[name] ?? client,
  };
}

async function start({
  members,
  from,
}: Order): Promise<{ externalId: string; transactionId: string; arrivedAt: number }> {
  const body = payOut({ ...members, callbackUrl: fixture.receiver.url });
  const { json, text, arrivedAt } = await untilAdmitted(from, body);
  assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
  return {
    externalId: String(body['externalTransactionId']),
    transactionId: json.data.transactionId,
    arrivedAt,
  };
}

async function complete(order: Order): Promise<Outcome> {
  const { externalId, arrivedAt } = await start(order);
  const callback = await fixture.receiver.waitFor(externalId, { timeoutMs: completesWithinMs });
  return { ...order, externalId, callback, tookMs: callback.arrivedAt - arrivedAt };
}

/** A busy machine makes it take longer. */
const completeBefore = (limitMs: number, order: () => Order): Promise<Outcome> =>
  undisturbed(
    () => complete(order()),
    ({ tookMs }) => tookMs < limitMs,
  );

/** One SUCCESS, one execution, and after a while still one callback. */
async function assertOneSuccess(
  { externalId, party, from, callback }: Outcome,
  quietMs = 3_000,
): Promise<void> {
  assert.equal(callback.json.status, 'SUCCESS', callback.text);
  assert.equal(callback.json.transaction.errorType, null);
  await sleep(quietMs);
  assert.equal(fixture.receiver.requestsFor(externalId).length, 1, 'one callback');
  assert.equal(await executionsOf(simulatorUrl, party), 1, 'one execution');
  assert.equal((await from.status(externalId)).json.data.status, 'SUCCESS');
}

const ids = errorCatalogue.flatMap(({ id }) => (id === null ? [] : [id as number]));
const codeOf = (id: number): string | undefined =>
  errorCatalogue.find((entry) => entry.id === id)?.code;

describe('digits', { concurrency: true }, () => {
  for (const name of Object.keys(codes)) {
    const order = (digits: string): Order => orderOf(name, digits);

    it(`digits other, ${name}: success after about 1 s`, async () => {
      const outcome = await completeBefore(8_000, () => order('0001'));
      assert.ok(
        outcome.tookMs > 900 - lateness.mostMs() && outcome.tookMs < 8_000,
        `${outcome.tookMs} ms`,
      );
      await assertOneSuccess(outcome, 0);
    });

    it(`digits 8001, ${name}: success after 20 s`, async () => {
      const outcome = await completeBefore(30_000, () => order('8001'));
      assert.ok(
        outcome.tookMs > 19_000 - lateness.mostMs() && outcome.tookMs < 30_000,
        `${outcome.tookMs} ms`,
      );
      await assertOneSuccess(outcome, 0);
    });

    it(`digits 8002, ${name}: the provider reports success twice, one callback`, async () =>
      assertOneSuccess(await complete(order('8002'))));

    it(`digits 8003, ${name}: the submit times out, the look-up finds it executed`, async () =>
      assertOneSuccess(await complete(order('8003'))));

    it(`digits 8004, ${name}: the submit is lost, the same goes out again, executed once`, async () => {
      const outcome = await complete(order('8004'));
      await assertOneSuccess(outcome);
      const lines = await bookOf(simulatorUrl, outcome.party);
      assert.equal(lines.filter(({ result }) => result === 'dropped').length, 1, 'lost once');
      assert.equal(
        new Set(lines.map(({ ourReference }) => ourReference)).size,
        1,
        'under the same reference',
      );
    });

    it(`digits 8005, ${name}: the result arrives before the answer to the submit`, async () =>
      assertOneSuccess(await complete(order('8005'))));

    it(`digits 8006, ${name}: an unsigned notice says failed, still one SUCCESS and one callback`, async () => {
      const outcome = await complete(order('8006'));
      assert.ok(outcome.tookMs > 1_900 - lateness.mostMs(), `${outcome.tookMs} ms`);
      await assertOneSuccess(outcome);
    });

    for (const digits of name === 'GSMA collection' ? ['8007'] : ['8007', '8000']) {
      it(`digits ${digits}, ${name}: stays pending until refund-cancel makes it CANCELED`, async () => {
        const pending = order(digits);
        const { apiKey } = pending.from;
        const { externalId, transactionId } = await start(pending);
        await sleep(4_000);
        const early = await pending.from.status(externalId);
        const canceled = await pending.from.post('/api-services/transaction/refund-cancel', {
          apiKey,
          transactionId,
        });
        assert.ok(['PENDING', 'PROCESSING'].includes(early.json.data.status), early.text);
        assert.ok(['SUCCESS', 'PENDING'].includes(canceled.json.statutTreatment), canceled.text);
        await untilStatus(pending.from, externalId, 'CANCELED');
        assert.deepEqual(fixture.receiver.requestsFor(externalId), [], 'no callback for CANCELED');
      });
    }

    it(`digits 9NNN, ${name}: fails later with catalogue error NNN, every id`, async () => {
      const outcomes = await Promise.all(
        ids.map((id) => complete(order(`9${String(id).padStart(3, '0')}`))),
      );
      const wrong = outcomes.flatMap(({ callback }, index) => {
        const { id, code } = callback.json.transaction.errorType ?? {};
        const expected = ids[index] ?? 0;
        return callback.json.status === 'FAILLED' && id === expected && code === codeOf(expected)
          ? []
          : [`${expected}: ${callback.json.status} ${id} ${code}`];
      });
      assert.deepEqual(wrong, []);
    });

    it(`digits 7NNN, ${name}: refused at once with catalogue error NNN, every id`, async () => {
      const orders = ids.map((id) => order(`7${String(id).padStart(3, '0')}`));
      const answers = await Promise.all(
        orders.map(({ members, from }) => untilAdmitted(from, payOut(members))),
      );
      const wrong = answers.flatMap(({ json }, index) => {
        const { id, code } = json.data.errorType ?? {};
        const expected = ids[index] ?? 0;
        return json.code === 4000 && id === expected && code === codeOf(expected)
          ? []
          : [`${expected}: ${json.code} ${id} ${code}`];
      });
      assert.deepEqual(wrong, []);
    });

    it(`digits outside the table, ${name}: ordinary numbers`, async () => {
      const outcomes = await Promise.all(
        ['7000', '7137', '9000', '9137', '8008', '7999'].map((digits) => complete(order(digits))),
      );
      assert.deepEqual(
        outcomes.map(({ callback }) => callback.json.status),
        Array.from({ length: 6 }, () => 'SUCCESS'),
      );
    });
  }

  it('digits of a card: 8002 to 8006 each end in one SUCCESS', async () => {
    const numbers = ['8002', '8003', '8004', '8005', '8006'].map((digits) => ({
      members: { ...card, cardNumber: `49701000${uniquePhone('').slice(0, 4)}${digits}` },
      party: '',
      from: client,
    }));
    const outcomes = await Promise.all(numbers.map(complete));
    assert.deepEqual(
      outcomes.map(({ callback }) => callback.json.status),
      Array.from({ length: 5 }, () => 'SUCCESS'),
    );
    await sleep(3_000);
    for (const { externalId } of outcomes)
      assert.equal(fixture.receiver.requestsFor(externalId).length, 1);
  });

  it('digits are read in the order cardNumber, rib, referenceNumber, accountNumber, phone: the first in the table decides', async () => {
    const phone = (digits: string): string => uniquePhone(digits);
    const transfer = {
      codeService: 'BANK_TRANSFER_SN_API_CASH_IN',
      customerFirstName: 'F',
      customerLastName: 'L',
      amount: 1_000,
    };
    const reload = { codeService: 'RELOADA_SN_BILL_RELOAD', amount: 1_000 };
    const receive = { codeService: 'REMIT_SN_API_CASH_OUT', amount: 1_000 };
    const cases: [Record<string, unknown>, number][] = [
      [{ ...card, cardNumber: '4970100000009100', phone: `+221${phone('9044')}` }, 100],
      [{ ...card, cardNumber: '4970100000000000', phone: `+221${phone('9044')}` }, 44],
      [{ ...transfer, rib: 'SN000 00000 000000009093 00', phone: phone('9044') }, 93],
      [{ ...transfer, rib: 'SN000 00000 000000000000 00', phone: phone('9044') }, 44],
      [{ ...transfer, rib: 'SN000 00000 900000000000 00', phone: phone('9044') }, 44],
      [{ ...receive, referenceNumber: '11119134', phone: phone('9044') }, 134],
      [{ ...receive, referenceNumber: '11110000', phone: phone('9044') }, 44],
      [{ ...reload, accountNumber: '55559028', phone: phone('9044') }, 28],
      [{ ...reload, accountNumber: '55550000', phone: phone('9044') }, 44],
      [{ ...reload, accountNumber: '90449', phone: phone('9044') }, 44],
      [
        {
          codeService: 'OPD_SN_WALLET_CASH_IN',
          amount: 1_000,
          phone: phone('9044'),
          accountNumber: '55558002',
        },
        44,
      ],
    ];
    const outcomes = await Promise.all(
      cases.map(([members]) => complete({ members, party: '', from: client })),
    );
    assert.deepEqual(
      outcomes.map(({ callback }) => callback.json.transaction.errorType?.id),
      cases.map(([, id]) => id),
    );
  });

  it('digits 7NNN of a bill list: refused with code 4000, error false', async () => {
    const { json } = await client.post('/api-services/list-pending-bills', {
      apiKey: client.apiKey,
      codeService: 'BILLERA_SN_BILL_PAY',
      billAccountNumber: '21007121',
    });
    assert.deepEqual(
      [json.code, json.error, json.data],
      [4000, false, { status: 'FAILLED', pendingBills: [] }],
    );
    assert.notEqual(json.msg, '');
  });
});
