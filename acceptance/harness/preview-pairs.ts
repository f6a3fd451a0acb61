// Asks what an order would become, then orders it, and compares both answers: random orders of all
// kinds, with the mistakes that callers make.

import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import type { Json } from './json.ts';
import { card, remitSendData } from './samples.ts';
import { makeRandom, uniqueId, uniquePhone } from './values.ts';

const path = '/api-services/preview-operation';
const busyCodes: readonly unknown[] = [4029, 5000];

/** A balance that runs out on the way: what the account can pay is no constant. */
export const previewFund = 400_000;

type Order = Record<string, unknown>;

function makeOrders(seed: number): () => Order {
  const random = makeRandom(seed);
  const any = <Value>(...values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)]!;
  const usual = (codeService: string): Order => ({
    codeService,
    phone: uniquePhone(),
    amount: any(100, 500, 1_350, 20_000),
  });
  const used: Order[] = [];
  const shapes: (() => Order)[] = [
    () => usual(any('OPA_SN_API_CASH_IN', 'OPD_SN_WALLET_CASH_IN', 'OPE_SN_WALLET_CASH_IN')),
    // What comes in stays pending: the balance changes by what is ordered alone.
    () => ({ ...usual('OPA_SN_API_CASH_OUT'), phone: uniquePhone('8007') }),
    () => usual('OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE'),
    () => ({ ...usual('RELOADA_SN_BILL_RELOAD'), accountNumber: `21${uniquePhone()}` }),
    () => ({ ...usual('BILLERA_SN_BILL_PAY'), accountNumber: '2100000001', billReference: '1' }),
    () => ({ ...card }),
    () => ({ ...usual('REMIT_SN_API_CASH_IN'), remitSendData }),
    () => ({ codeService: 'CHAT_MESSAGING', phone: `+221${uniquePhone()}`, message: 'Bonjour' }),
    () => ({
      ...usual('OPA_SN_API_CASH_IN'),
      amount: any<unknown>(1, 3, 99_999_999, 0, -5, '12.5', 'x'),
    }),
    () => ({ ...usual('OPA_SN_API_CASH_IN'), phone: any('12', '', 'abc', uniquePhone('7026')) }),
    () => ({ ...usual('OPA_SN_API_CASH_IN'), amount: 300_000 }),
    () => usual(any('OPA_SN_CASH_IN', 'opa_sn_api_cash_in', 'OPB_XX_API_CASH_IN')),
    () => ({ ...usual('OPA_SN_API_CASH_IN'), callbackUrl: any('x', 'ftp://a', '') }),
    () => ({ ...usual('OPA_SN_API_CASH_IN'), data: any<unknown>('{', '{"a":1}', 5) }),
    () => ({ ...card, cardNumber: undefined }),
    // A repeat, and another order under an id that was used.
    () => used.at(-1) ?? usual('OPA_SN_API_CASH_IN'),
    () => ({ ...(used.at(-1) ?? usual('OPA_SN_API_CASH_IN')), amount: 777 }),
  ];
  return () => {
    const order = { externalTransactionId: uniqueId('preview'), ...any(...shapes)() };
    used.push(order);
    return order;
  };
}

/** Answers how many orders were accepted, refused, and repeats. */
export async function comparePairs(
  client: Client,
  { seed, pairs }: { seed: number; pairs: number },
): Promise<{ accepted: number; refused: number; repeated: number }> {
  const next = makeOrders(seed);
  const counts = { accepted: 0, refused: 0, repeated: 0 };
  for (let count = 0; count < pairs; count++) {
    const order = next();
    const before = await client.balance();
    const { json: preview } = await client.post(path, { apiKey: client.apiKey, ...order });
    assert.equal(await client.balance(), before, 'a question costs nothing');
    const { json: answer } = await client.operation(order);
    if (busyCodes.includes(answer.code) || busyCodes.includes(preview.code)) continue;
    comparePair(order, preview, answer);
    if (preview.code !== 2000) counts.refused++;
    else if (preview.data.repeats === null) counts.accepted++;
    else counts.repeated++;
    if (preview.code === 2000 && preview.data.repeats === null)
      await compareBalance(client, preview.data);
  }
  return counts;
}

function comparePair(order: Order, preview: Json, answer: Json): void {
  const told = JSON.stringify({ order, preview, answer });
  const { data } = preview;
  // A repeat whose payment has failed meanwhile, or a provider's own word: known after the question
  // only.
  if (data.repeats) {
    assert.equal(data.repeats.transactionId, answer.data.transactionId, told);
    return;
  }
  assert.equal(preview.code, answer.code, told);
  assert.deepEqual(preview.data.errorType, answer.data.errorType ?? undefined, told);
  assert.deepEqual(preview.errors, answer.errors, told);
  if (preview.code === 2000) assert.equal(data.wouldBe, answer.data.status, told);
  else assert.equal(preview.msg, answer.msg, told);
}

/** Money that goes out is held at once; what comes in is there after success alone. */
async function compareBalance(client: Client, preview: Json): Promise<void> {
  if (preview.balanceAfter === null || preview.total === null) return;
  const { services } = (await client.get('/api-services/services', { Secretkey: client.apiKey }))
    .json as { services: { codeService: string; typeOperation: string }[] };
  const service = services.find(({ codeService }) => codeService === preview.codeService)!;
  if (service.typeOperation === 'DEBIT')
    assert.equal(await client.balance(), preview.balanceAfter, JSON.stringify(preview));
}
