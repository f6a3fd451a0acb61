// G3: of a thousand cards, of calls that were taken and of calls that were refused, and of those
// that payers typed on a page, no number is left in the memory of the node: not in its heap after a
// collection, as V8 itself writes it out.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openInspector, withInspector, type Inspector } from '../harness/inspector.ts';
import {
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  uniqueId,
  until,
  type Answer,
  type Client,
  type Installation,
} from '../harness/index.ts';

const cardsMax = 1_000;
const atOnce = 100;

let installation: Installation;
let inspector: Inspector;
let client: Client;

before(async () => {
  installation = await startInstallation({ env: { ...withInspector, SIM_DELAY_MS: '0' } });
  client = createClient(installation.baseUrl, installation.apiKey);
  inspector = await openInspector(installation.logs);
});
after(async () => {
  inspector.close();
  await installation.stop();
});

const card = {
  codeService: 'BANK_CARD_API_CASH_OUT',
  phone: '+221771234567',
  amount: 1_000,
  bankAuthRedirectUrl: 'https://client.example/3ds',
  successRedirectUrl: 'https://client.example/success',
  errorRedirectUrl: 'https://client.example/error',
  customerFirstName: 'Awa',
  customerLastName: 'Ndiaye',
  cardExpireMonth: '09',
  cardExpireYear: '39',
  cardCVC: '920',
  cardType: 'VISA',
};

/**
 * Eleven digits of its own, between what all have. The last four decide what the simulator does
 * with it.
 */
const numberOf = (index: number, last: string): string =>
  `4970${String(10_000_000 + index * 7_919).slice(0, 8)}${last}`;

/**
 * What is called with a card: taken by the acquirer, refused by it, refused by us, not even JSON.
 */
const calls: ((number: string) => string)[] = [
  (number) => bodyOf({ cardNumber: number }),
  (number) => bodyOf({ cardNumber: number.replace(/.{4}(?!$)/g, '$& ') }),
  (number) => bodyOf({ cardNumber: number, cardExpireMonth: '13' }),
  (number) => bodyOf({ cardNumber: number, amount: 'much' }),
  (number) => bodyOf({ cardNumber: number, apiKey: `${client.apiKey}x` }),
  (number) => bodyOf({ codeService: 'OPA_SN_API_CASH_OUT', cardNumber: number }),
  (number) => bodyOf({ cardNumber: number, cardExpireYear: '20' }),
  (number) => `${bodyOf({ cardNumber: number })},`,
];
const lasts = ['0000', '8000'];

function bodyOf(members: object): string {
  const body = payOut({
    ...card,
    apiKey: client.apiKey,
    externalTransactionId: `G3-${uniqueId()}-${uniqueId()}`,
    ...members,
  });
  return JSON.stringify(body);
}

describe('G3 card numbers in memory', () => {
  it('G3 after a thousand cards no number is left in the heap', async () => {
    const numbers = Array.from({ length: cardsMax }, (_, index) =>
      numberOf(index, lasts[Math.floor(index / calls.length) % lasts.length]!),
    );
    const codes = new Map<number, number>();
    for (let at = 0; at < cardsMax; at += atOnce) {
      const answers = await Promise.all(
        numbers
          .slice(at, at + atOnce)
          .map((number, index) =>
            client.post('/api-services/operation', calls[(at + index) % calls.length]!(number)),
          ),
      );
      for (const { json } of answers) codes.set(json.code, (codes.get(json.code) ?? 0) + 1);
    }
    assert.deepEqual([...codes.keys()].toSorted(), [2000, 4000, 4001, 4022]);
    await noneIsLeft(numbers);
  });

  it('G3 nor of cards that payers typed on the page of a checkout, taken, refused or too many', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) =>
      numberOf(cardsMax + index, lasts[index % lasts.length]!),
    );
    const statuses = new Set<number>();
    for (const [index, number] of numbers.entries()) {
      const typed = typings[index % typings.length]!(number);
      statuses.add((await payOnPage(typed)).status);
    }
    assert.deepEqual([...statuses].toSorted(), [303, 422]);
    await noneIsLeft(numbers);
  });
});

/** What was taken is with the acquirer within seconds; a minute is what the rule gives. */
async function noneIsLeft(numbers: readonly string[]): Promise<void> {
  let left: string[] = [];
  await until(
    'no number is left',
    async () => {
      const heap = await inspector.heapSnapshot();
      const found = new Set(numbersIn(heap));
      left = numbers.filter((number) => found.has(number));
      return left.length === 0 || undefined;
    },
    { timeoutMs: 60_000 },
  ).catch(() => assert.fail(`${left.length} numbers are left: ${left.slice(0, 5).join(', ')}`));
}

type Typed = { readonly [field: string]: string };

/** What a payer types: a card, one with spaces, a wrong date, the number in the wrong field. */
const typings: ((number: string) => Typed)[] = [
  (number) => ({ number }),
  (number) => ({ number: number.replace(/.{4}(?!$)/g, '$& ') }),
  (number) => ({ number, expiry: '13/39' }),
  (number) => ({ number: '4970', first: number }),
];

/** On a page of its own; ten cards a minute are taken from one address. */
async function payOnPage(typed: Typed): Promise<Answer> {
  const { json } = await client.post(
    '/api-services/checkouts',
    JSON.stringify({
      apiKey: client.apiKey,
      id: uniqueId(),
      amount: 1_000,
      description: 'G3',
      services: [card.codeService],
      successRedirectUrl: card.successRedirectUrl,
      errorRedirectUrl: card.errorRedirectUrl,
    }),
  );
  const fields = {
    attempt: '1',
    service: card.codeService,
    phone: card.phone,
    expiry: '09/39',
    code: '920',
    first: 'Awa',
    last: 'Ndiaye',
    ...typed,
  };
  return sendRequest(json.data.url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

/**
 * What begins as our numbers do, as it was sent: in one, or in groups; also where two overlap. One
 * pass: the text has 100 MB.
 */
const numbersIn = (heap: string): string[] =>
  Array.from(heap.matchAll(/(?=(4970(?: ?\d{4}){3}))/g), ([, found]) => found!.replaceAll(' ', ''));
