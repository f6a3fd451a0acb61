// O9: checks the movements on the balance and the amounts in a callback.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeRandom, openFixture, payOut, uniquePhone, until } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { lookUp } from './harness/payment.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
before(async () => {
  fixture = await openFixture({ fund: 0 });
});
after(() => fixture.close());

const million = 1_000_000;
const units = (value: number): number => Math.round(value * 10_000) / 10_000;

interface Numbers {
  commission: number;
  before: number;
  after: number;
  current: number;
  status: string;
}

async function numbersOf(body: Record<string, unknown>): Promise<Numbers> {
  const { json } = await fixture.receiver.waitFor(String(body['externalTransactionId']));
  const { commission, balanceBeforeTransactionInit, balanceAfterTransactionInit, currentBalance } =
    json.transaction;
  return {
    commission,
    before: balanceBeforeTransactionInit,
    after: balanceAfterTransactionInit,
    current: currentBalance,
    status: json.status,
  };
}

async function start(
  client: Client,
  members: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const body = payOut({ callbackUrl: fixture.receiver.url, ...members });
  const { json, text } = await client.operation(body);
  assert.equal(json.code, 2000, text);
  return body;
}

async function isOpen(client: Client, body: Record<string, unknown>): Promise<boolean> {
  const { json } = await lookUp(client, String(body['externalTransactionId']));
  return ['PENDING', 'PROCESSING'].includes(json.data.status);
}

/**
 * Orders with an account of its own, and reads its balance before the result, which is there in a
 * second.
 */
const startAndLook = (members: Record<string, unknown>) =>
  until('the balance is read before the result', async () => {
    const client = await fixture.newClient();
    const body = await start(client, members);
    const early = await client.balance();
    return (await isOpen(client, body)) && { client, body, early };
  });

describe('O9', { concurrency: true }, () => {
  it('O9 a DEBIT holds amount + commission at initiation, and success posts it', async () => {
    const client = await fixture.newClient();
    const body = await start(client, {
      codeService: 'RELOADD_SN_BILL_RELOAD',
      accountNumber: '123',
      amount: 300,
    });
    const held = await client.balance();
    const numbers = await numbersOf(body);
    assert.equal(held, million - 350);
    assert.deepEqual(numbers, {
      commission: 50,
      before: million,
      after: million - 350,
      current: million - 350,
      status: 'SUCCESS',
    });
    assert.equal(await client.balance(), million - 350);
  });

  it('O9 a DEBIT that fails releases amount and commission, and its callback says commission 0', async () => {
    const {
      client,
      body,
      early: held,
    } = await startAndLook({
      codeService: 'RELOADD_SN_BILL_RELOAD',
      accountNumber: '12349044',
      amount: 300,
    });
    const numbers = await numbersOf(body);
    assert.equal(held, million - 350);
    assert.deepEqual(numbers, {
      commission: 0,
      before: million,
      after: million - 350,
      current: million,
      status: 'FAILLED',
    });
    assert.equal(await client.balance(), million);
  });

  it('O9 a CREDIT adds amount − commission on success; at initiation nothing moves', async () => {
    const { client, body, early } = await startAndLook({
      codeService: 'OPF_SN_API_CASH_OUT',
      amount: 1_350,
    });
    const numbers = await numbersOf(body);
    assert.equal(early, million);
    assert.deepEqual(numbers, {
      commission: 13.5,
      before: million,
      after: million,
      current: million + 1_336.5,
      status: 'SUCCESS',
    });
    assert.equal(await client.balance(), million + 1_336.5);
  });

  it('O9 a CREDIT that fails moves nothing', async () => {
    const client = await fixture.newClient();
    const body = await start(client, {
      codeService: 'OPF_SN_API_CASH_OUT',
      amount: 1_350,
      phone: uniquePhone('9057'),
    });
    const numbers = await numbersOf(body);
    assert.deepEqual(numbers, {
      commission: 0,
      before: million,
      after: million,
      current: million,
      status: 'FAILLED',
    });
    assert.equal(await client.balance(), million);
  });

  it('O9 commission: percent + fixed, with minimum and maximum, 4 decimals', async () => {
    const client = await fixture.newClient({ fund: 5_000_000 });
    const transfer = {
      codeService: 'BANK_TRANSFER_SN_API_CASH_IN',
      rib: 'SN000 00000 000000000000 00',
      customerFirstName: 'F',
      customerLastName: 'L',
    };
    const fund = { codeService: 'RELOADE_SN_BILL_RELOAD', accountNumber: '7' };
    const paid = { ...card, cardNumber: '4970100000000000' };
    const cases: [Record<string, unknown>, number][] = [
      [{ ...fund, amount: 500 }, 50],
      [{ ...fund, amount: 10_000 }, 100],
      [{ ...fund, amount: 200_000 }, 1_000],
      [{ ...transfer, amount: 20_001 }, 100.005],
      [{ ...transfer, amount: 1_351 }, 100],
      [{ ...transfer, amount: 1_100_000 }, 5_000],
      [{ ...paid, amount: 1_351 }, 133.775],
      [{ ...paid, amount: 2_000_000 }, 15_000],
      [{ codeService: 'OPF_SN_API_CASH_OUT', amount: 7 }, 0.07],
      [{ codeService: 'OPC_SN_API_CASH_IN', amount: 777 }, 0],
    ];
    const bodies = await Promise.all(cases.map(([members]) => start(client, members)));
    const numbers = await Promise.all(bodies.map(numbersOf));
    assert.deepEqual(
      numbers.map(({ commission }) => commission),
      cases.map(([, commission]) => commission),
    );
    const signed = cases.map(([members, commission]) => {
      const credit = String(members['codeService']).includes('CASH_OUT');
      return credit
        ? Number(members['amount']) - commission
        : -(Number(members['amount']) + commission);
    });
    assert.equal(
      await client.balance(),
      units(signed.reduce((sum, each) => sum + each, 5_000_000)),
    );
  });

  it('O9 before and after add up for each operation, whatever others do; the last current balance is the balance', async () => {
    const seed = Number(process.env['JOKKO_TEST_SEED'] ?? 1);
    const random = makeRandom(seed);
    const client = await fixture.newClient();
    const kinds = [
      {
        codeService: 'RELOADD_SN_BILL_RELOAD',
        accountNumber: '123',
        step: 100,
        fixed: 50,
        direction: -1,
      },
      { codeService: 'OPC_SN_API_CASH_IN', step: 1, fixed: 0, direction: -1 },
      { codeService: 'OPF_SN_API_CASH_OUT', step: 100, percent: 0.01, direction: 1 },
    ];
    const plans = Array.from({ length: 24 }, () => {
      const kind = kinds[Math.floor(random() * kinds.length)] ?? kinds[1]!;
      const amount = (1 + Math.floor(random() * 90)) * 100;
      return {
        kind,
        members: {
          codeService: kind.codeService,
          amount,
          ...(kind.accountNumber ? { accountNumber: '123' } : {}),
        },
        fails: random() < 0.3,
      };
    });
    const bodies = await Promise.all(
      plans.map(({ members, fails, kind }) => {
        const digits = fails ? '9044' : '0000';
        return start(
          client,
          kind.accountNumber
            ? { ...members, accountNumber: `99${digits}` }
            : { ...members, phone: uniquePhone(digits) },
        );
      }),
    );
    const numbers = await Promise.all(bodies.map(numbersOf));
    let expected = million;
    plans.forEach(({ kind, members, fails }, index) => {
      const { commission: told, before, after, status } = numbers[index]!;
      const commission = units((kind.percent ?? 0) * members.amount + (kind.fixed ?? 0));
      const message = `operation ${index}, seed ${seed}`;
      assert.equal(status, fails ? 'FAILLED' : 'SUCCESS', message);
      assert.equal(told, fails ? 0 : commission, message);
      assert.equal(
        after,
        kind.direction < 0 ? units(before - members.amount - commission) : before,
        message,
      );
      if (!fails)
        expected +=
          kind.direction < 0 ? -(members.amount + commission) : members.amount - commission;
    });
    assert.equal(await client.balance(), units(expected), `seed ${seed}`);
    assert.ok(
      numbers.some(({ current }) => current === units(expected)),
      `the last result's current balance, seed ${seed}`,
    );
  });

  it('O9 currentBalance is the available balance when the result was recorded, other operations included', async () => {
    const first = await until('the second order comes before the result of the first', async () => {
      const client = await fixture.newClient();
      const body = await start(client, { amount: 1_000 });
      await start(client, { amount: 200, phone: uniquePhone('8007') });
      return (await isOpen(client, body)) && body;
    });
    const numbers = await numbersOf(first);
    assert.deepEqual(numbers, {
      commission: 0,
      before: million,
      after: million - 1_000,
      current: million - 1_200,
      status: 'SUCCESS',
    });
  });

  it('O9 the whole balance can be spent, not a unit more; commission counts', async () => {
    const client = await fixture.newClient({ fund: 1_050 });
    const reload = { codeService: 'RELOADD_SN_BILL_RELOAD', accountNumber: '55558007' };
    const over = await client.operation(payOut({ amount: 1_051 }));
    const overByCommission = await client.operation(payOut({ ...reload, amount: 1_100 }));
    const exact = await client.operation(payOut({ ...reload, amount: 1_000 }));
    assert.deepEqual(
      [over.json.data.errorType?.id, overByCommission.json.data.errorType?.id, exact.json.code],
      [26, 26, 2000],
    );
    assert.equal(await client.balance(), 0);
    assert.equal((await client.operation(payOut({ amount: 5 }))).json.data.errorType?.id, 26);
    assert.equal(
      (
        await client.operation(
          payOut({ codeService: 'OPF_SN_API_CASH_OUT', amount: 500, phone: uniquePhone('8007') }),
        )
      ).json.code,
      2000,
      'collecting needs no money',
    );
  });

  it('O9 many at once never spend more than there is', async () => {
    const client = await fixture.newClient({ fund: 1_000 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        client.operation(payOut({ amount: 100, phone: uniquePhone('8007') })),
      ),
    );
    const done = answers.filter(({ json }) => json.code === 2000);
    assert.equal(done.length, 10);
    for (const { json } of answers)
      if (json.code !== 2000) assert.equal(json.data.errorType.id, 26);
    assert.equal(await client.balance(), 0);
  });

  it('O9 one balance per currency: balance answers the main one, an operation moves that of its service', async () => {
    const client = await fixture.newClient({ alsoFund: { currency: 'XAF', amount: 5_000 } });
    const body = await start(client, {
      codeService: 'OPA_CM_API_CASH_IN',
      phone: `6${uniquePhone().slice(1)}`,
      amount: 2_000,
    });
    const numbers = await numbersOf(body);
    const { json } = await client.get('/api-services/balance', { Secretkey: client.apiKey });
    assert.deepEqual(numbers, {
      commission: 0,
      before: 5_000,
      after: 3_000,
      current: 3_000,
      status: 'SUCCESS',
    });
    const [main, other] = [
      { currency: 'XOF', balance: million },
      { currency: 'XAF', balance: 3_000 },
    ];
    assert.deepEqual(json.data, { ...main, balances: [main, other] });
    const balanceIn = async (currency: string) =>
      (
        await client.get(`/api-services/balance?currency=${currency}`, {
          Secretkey: client.apiKey,
        })
      ).json;
    assert.deepEqual((await balanceIn('XAF')).data, { ...other, balances: [other] });
    assert.deepEqual((await balanceIn('XOF')).data, { ...main, balances: [main] });
    assert.equal((await balanceIn('EUR')).code, 4004);
    const refused = await client.operation(
      payOut({
        codeService: 'OPA_CM_API_CASH_IN',
        phone: `6${uniquePhone().slice(1)}`,
        amount: 3_005,
      }),
    );
    assert.equal(refused.json.data.errorType?.id, 26);
  });

  it('O9 an account of another main currency: balance answers that one, without money in XOF nothing is paid out in XOF', async () => {
    const client = await fixture.newClient({ currency: 'XAF', fund: 7_000 });
    const { json } = await client.get('/api-services/balance', { Secretkey: client.apiKey });
    const refused = await client.operation(payOut({ amount: 100 }));
    const balance = { currency: 'XAF', balance: 7_000 };
    assert.deepEqual(json.data, { ...balance, balances: [balance] });
    assert.equal(refused.json.data.errorType?.id, 26);
  });
});
