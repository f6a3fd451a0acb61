// Proves that four digits choose the outcome in the sandbox: the table of docs/sandbox.md on
// both provider protocols. The provider gives up soon what it leaves without an answer, and the
// clock is moved. With the time-outs of a real provider: digits.long.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { errorCatalogue } from '@jokko/contract';
import {
  advanceClock,
  payOut,
  hostInstallation,
  startReceiver,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation, Receiver } from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { assertDeliveredOnce, callbacksOf } from './harness/delivery.ts';
import { openOutcomeOrders, outcomeServices } from './harness/outcome-orders.ts';
import type { Order, Outcome, OutcomeOrders, Started } from './harness/outcome-orders.ts';
import { untilAdmitted, untilStatus } from './harness/payment.ts';
import { bookOf, executionsOf } from './harness/provider-book.ts';
import { card } from './harness/samples.ts';

let installation: HostedInstallation;
let receiver: Receiver;
let rows: StoredRows;
let orders: OutcomeOrders;
let client: Client;
let simulatorUrl: string;
before(async () => {
  installation = await hostInstallation({ env: { SIM_DELAY_MS: '300', SIM_HOLD_MS: '300' } });
  ({ simulatorUrl } = installation);
  receiver = await startReceiver();
  rows = openStoredRows(installation);
  orders = await openOutcomeOrders(installation, receiver, { set: ['--callback-grace-ms', '0'] });
  ({ client } = orders);
});
after(async () => {
  await rows?.close();
  await receiver?.close();
  await installation?.stop();
});

const complete = (order: Order): Promise<Outcome> => orders.complete(order);
const callbackIds = ({ externalId: id, transactionId }: Started) => ({ id, transactionId });

/** One SUCCESS, one execution, one callback. */
async function assertOneSuccess(outcome: Outcome): Promise<void> {
  const { externalId, party, from, callback } = outcome;
  assert.equal(callback.json.status, 'SUCCESS', callback.text);
  assert.equal(callback.json.transaction.errorType, null);
  await assertDeliveredOnce(rows, receiver, callbackIds(outcome));
  assert.equal(await executionsOf(simulatorUrl, party), 1, 'one execution');
  assert.equal((await from.status(externalId)).json.data.status, 'SUCCESS');
}

const ids = errorCatalogue.flatMap(({ id }) => (id === null ? [] : [id as number]));
const codeOf = (id: number): string | undefined =>
  errorCatalogue.find((entry) => entry.id === id)?.code;

describe('digits', { concurrency: true }, () => {
  for (const name of Object.keys(outcomeServices)) {
    const order = (digits: string): Order => orders.order(name, digits);
    /**
     * Whatever the provider had said before is heard before the end of an order that came later.
     */
    const untilHeard = (): Promise<Outcome> => complete(order('0001'));

    it(`digits other, ${name}: success`, async () =>
      assertOneSuccess(await complete(order('0001'))));

    it(`digits 8001, ${name}: success after 20 s`, async () => {
      const started = await orders.start(order('8001'));
      await until('the provider has it', async () => {
        const lines = await bookOf(simulatorUrl, started.party);
        return lines.length > 0;
      });
      await advanceClock(installation, 20);
      await assertOneSuccess(await orders.finish(started));
      const [accepted, executed] = await bookOf(simulatorUrl, started.party);
      assert.ok(Date.parse(executed!.at) - Date.parse(accepted!.at) >= 20_000, executed!.at);
    });

    it(`digits 8002, ${name}: the provider reports success twice, one callback`, async () => {
      const outcome = await complete(order('8002'));
      await untilHeard();
      await assertOneSuccess(outcome);
    });

    it(`digits 8003, ${name}: the submit is left without an answer, the look-up finds it executed`, async () =>
      assertOneSuccess(await complete(order('8003'))));

    it(`digits 8004, ${name}: the submit is lost, the same goes out again, executed once`, async () => {
      const outcome = await complete(order('8004'));
      await untilHeard();
      await assertOneSuccess(outcome);
      const lines = await bookOf(simulatorUrl, outcome.party);
      assert.equal(lines.filter(({ result }) => result === 'dropped').length, 1, 'lost once');
      assert.equal(
        new Set(lines.map(({ ourReference }) => ourReference)).size,
        1,
        'under the same reference',
      );
    });

    it(`digits 8005, ${name}: the result arrives before the answer to the submit`, async () => {
      const outcome = await complete(order('8005'));
      await untilHeard();
      await assertOneSuccess(outcome);
    });

    it(`digits 8006, ${name}: an unsigned notice says failed, still one SUCCESS and one callback`, async () =>
      assertOneSuccess(await complete(order('8006'))));

    for (const digits of name === 'GSMA collection' ? ['8007'] : ['8007', '8000']) {
      it(`digits ${digits}, ${name}: stays pending until refund-cancel makes it CANCELED`, async () => {
        const pending = order(digits);
        const { apiKey } = pending.from;
        const { externalId, transactionId } = await orders.start(pending);
        await untilHeard();
        const early = await pending.from.status(externalId);
        const canceled = await pending.from.post('/api-services/transaction/refund-cancel', {
          apiKey,
          transactionId,
        });
        assert.ok(['PENDING', 'PROCESSING'].includes(early.json.data.status), early.text);
        assert.ok(['SUCCESS', 'PENDING'].includes(canceled.json.statutTreatment), canceled.text);
        await untilStatus(pending.from, externalId, 'CANCELED');
        assert.equal(await callbacksOf(rows, transactionId), 0, 'no callback for CANCELED');
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
    for (const outcome of outcomes) await assertDeliveredOnce(rows, receiver, callbackIds(outcome));
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
