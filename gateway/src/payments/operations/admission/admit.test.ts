// Checks which requests become operations, with which terms, and what answer the others get. On
// the sandbox's own catalogue.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAddressGuard } from '../../../platform/outbound/guard.ts';
import { testCatalogue } from '../../catalogue/testing.ts';
import type { Catalogue, PriceEntry, Service } from '../../catalogue/index.ts';
import { priceOf } from '../../catalogue/price.ts';
import type { Account } from '../../accounts/index.ts';
import { admitOperation, type Admitted, type Refused } from './admit.ts';
import { testNow, units } from '../testing.ts';

const catalogue = testCatalogue();
const cashIn = 'OPA_SN_API_CASH_IN';
const cashOut = 'OPA_SN_API_CASH_OUT';
const account: Account = {
  id: 1,
  version: 1,
  name: 'Shop',
  language: 'fr',
  currency: 'XOF',
  suspended: false,
  allowHttpCallbacks: false,
  parksPayouts: true,
  operationMax: null,
  rateLimit: null,
  hmac: false,
  services: new Map(catalogue.services.map(({ code }) => [code, null])),
};
const card = {
  codeService: 'BANK_CARD_API_CASH_OUT',
  phone: '+221770000000',
  cardNumber: '4111 1111 1111 1111',
  cardExpireMonth: '03',
  cardExpireYear: '26',
  cardCVC: '123',
  cardType: 'VISA',
  customerFirstName: 'Awa',
  customerLastName: 'Diop',
  bankAuthRedirectUrl: 'https://shop.example/auth',
  successRedirectUrl: 'https://shop.example/ok',
  errorRedirectUrl: 'https://shop.example/no',
};
type Body = { [member: string]: unknown };

interface Given {
  account?: Partial<Account>;
  catalogue?: Catalogue;
  sandbox?: boolean;
  now?: Date;
  offToo?: boolean;
}
function admit(body: Body, given: Given = {}): Admitted | Refused {
  const request = {
    phone: '770000000',
    amount: 1_000,
    codeService: cashIn,
    externalTransactionId: 'order-1',
    ...body,
  };
  return admitOperation(request, {
    account: { ...account, ...given.account },
    catalogue: given.catalogue ?? catalogue,
    sandbox: given.sandbox ?? true,
    guard: createAddressGuard({
      loopbackAllowed: given.sandbox ?? true,
      networks: [],
      ownHosts: [],
    }),
    apiKey: 'key',
    transactionId: '1000000000001',
    now: given.now ?? testNow,
    ...(given.offToo === true && { offToo: true }),
    recent: { sendData: null, reference: null },
  });
}
function admitted(body: Body, given?: Given): Admitted {
  const result = admit(body, given);
  if (!result.ok) assert.fail(JSON.stringify(result));
  return result;
}
const termsOf = (body: Body, given?: Given) => admitted(body, given).terms;
/** What is wrong by form, as `field: problem`, with the catalogue's error where one applies. */
function faultsOf(body: Body, given?: Given): string[] {
  const result = admit(body, given);
  if (result.ok) return [];
  if (result.type !== 'invalid') return [result.type];
  const faults = result.faults.map(({ field, problem }) => `${field}: ${problem}`);
  return result.errorId === null ? faults : [...faults, `error ${result.errorId}`];
}
const refusalOf = (body: Body, given?: Given) => admitted(body, given).refusal?.errorId ?? null;

/** The sandbox's catalogue with one service changed. */
function withService(code: string, changes: Partial<Service>): Catalogue {
  const changed = { ...catalogue.service(code)!, ...changes };
  return { ...catalogue, service: (name) => (name === code ? changed : catalogue.service(name)) };
}

test('O1 the phone is stored in E.164 and echoed exactly as sent', () => {
  for (const phone of [
    '770000000',
    '221770000000',
    '+221770000000',
    '00221770000000',
    '77 000 00-00',
    '+221 77.000.00.00',
  ]) {
    const { phone: normal, phoneGiven } = termsOf({ phone });
    assert.deepEqual([normal, phoneGiven], ['+221770000000', phone]);
  }
});

test('O1 an impossible number is refused with error 1, card and chat without a country code too', () => {
  for (const phone of ['77000000', '7700000000', '+33770000000', '0770000000']) {
    assert.deepEqual(faultsOf({ phone }), ['phone: invalidPhone', 'error 1'], phone);
  }
  assert.deepEqual(faultsOf({ ...card, phone: '770000000' }), ['phone: invalidPhone', 'error 1']);
  assert.deepEqual(faultsOf({ codeService: 'CHAT_MESSAGING', message: 'x', phone: '770000000' }), [
    'phone: invalidPhone',
    'error 1',
  ]);
});

test('O2 the amount is a number or a numeric string above zero with the currency’s decimals', () => {
  for (const amount of [1_000, '1000', '1000.00', 1e3])
    assert.equal(termsOf({ amount }).amount, units(1_000));
  const problems: [unknown, string][] = [
    [undefined, 'missing'],
    [null, 'missing'],
    ['', 'missing'],
    [0, 'notPositive'],
    [-5, 'notPositive'],
    ['-5', 'notPositive'],
    [10.5, 'tooManyDecimals'],
    ['10.0001', 'tooManyDecimals'],
    ['ten', 'notAmount'],
    [1e13, 'tooLarge'],
    ['10000000000000', 'tooLarge'],
    [1e21, 'tooLarge'],
    ['99999999999999999999', 'tooLarge'],
    ['1e3', 'notAmount'],
    [' 5', 'notAmount'],
    [true, 'notAmount'],
    [[5], 'notAmount'],
  ];
  for (const [amount, problem] of problems)
    assert.deepEqual(faultsOf({ amount }), [`amount: ${problem}`], String(amount));
});

test('O2 a chat message costs its price, whatever amount the client names', () => {
  const price = catalogue.service('CHAT_MESSAGING')!.messagePrice;
  for (const amount of [undefined, null, 0, 9_999]) {
    assert.equal(
      termsOf({ codeService: 'CHAT_MESSAGING', phone: '+221770000000', message: 'Bonjour', amount })
        .amount,
      price,
    );
  }
});

test('O3 data is nothing, an object, or a string holding one', () => {
  assert.deepEqual(termsOf({ data: { a: 1 } }).clientData, { a: 1 });
  assert.deepEqual(termsOf({ data: '{"a":{"b":[1]}}' }).clientData, { a: { b: [1] } });
  for (const data of [undefined, null]) assert.equal(termsOf({ data }).clientData, null);
  for (const data of ['', 'x', '[1]', '1', 'null', '{"a":'])
    assert.deepEqual(faultsOf({ data }), ['data: notJsonObject'], data);
});

test('O4 the callback address may come under either name, and only its text is judged', () => {
  const url = 'https://shop.example/callback';
  assert.equal(termsOf({ callbackUrl: url }).callbackUrl, url);
  assert.equal(termsOf({ urlIpn: url }).callbackUrl, url);
  assert.equal(termsOf({ callbackUrl: url, urlIpn: url }).callbackUrl, url);
  assert.equal(termsOf({ callbackUrl: '', urlIpn: '' }).callbackUrl, null);
  assert.deepEqual(faultsOf({ callbackUrl: url, urlIpn: `${url}2` }), ['urlIpn: aliasDiffers']);
  assert.deepEqual(faultsOf({ callbackUrl: 'https://10.0.0.1/' }), ['callbackUrl: urlNotAllowed']);
  assert.deepEqual(faultsOf({ urlIpn: 'ftp://shop.example/' }), ['urlIpn: notUrl']);
});

test('O4 http and this machine are for the sandbox; live takes http where the operator allowed it', () => {
  const http = { callbackUrl: 'http://shop.example/' };
  const local = { callbackUrl: 'http://127.0.0.1:8081/' };
  assert.deepEqual([faultsOf(http), faultsOf(local)], [[], []]);
  const live: Given = { sandbox: false };
  assert.deepEqual(faultsOf(http, live), ['callbackUrl: notHttps']);
  const allowed: Given = { sandbox: false, account: { allowHttpCallbacks: true } };
  assert.deepEqual(
    [faultsOf(http, allowed), faultsOf(local, allowed)],
    [[], ['callbackUrl: urlNotAllowed']],
  );
});

test('C2 the callback’s proof is made of both ids and the key presented; without an address there is none', () => {
  const expected = createHash('sha256').update('1000000000001|order-1|key').digest('hex');
  assert.equal(termsOf({ callbackUrl: 'https://shop.example/' }).callbackHash, expected);
  assert.equal(termsOf({}).callbackHash, null);
});

const same: [string, Body][] = [
  ['phone spelled otherwise', { phone: '+221 77 000 00 00' }],
  ['amount as a string', { amount: '1000.0' }],
  ['another callback address', { callbackUrl: 'https://other.example/' }],
  ['other data', { data: { a: 2 } }],
  ['redirect addresses', { successRedirectUrl: 'https://other.example/' }],
  ['members of other services', { rib: 'x', message: 'y', cardNumber: '4111111111111111' }],
];
const different: [string, Body][] = [
  ['another phone', { phone: '770000001' }],
  ['another amount', { amount: 1_001 }],
  ['another service', { codeService: 'OPC_SN_API_CASH_IN' }],
];
test('O5 what makes two requests the same operation, and what does not', () => {
  const { fingerprint } = termsOf({});
  for (const [name, body] of same) assert.equal(termsOf(body).fingerprint, fingerprint, name);
  for (const [name, body] of different)
    assert.notEqual(termsOf(body).fingerprint, fingerprint, name);
});

test('O5 a card payment is the same with another card, not with another customer; nothing of the card is in the facts', () => {
  const { terms } = admitted(card);
  const other = {
    cardNumber: '5555555555554444',
    cardExpireYear: '31',
    cardCVC: '999',
    cardType: 'MASTERCARD',
  };
  assert.equal(termsOf({ ...card, ...other }).fingerprint, terms.fingerprint);
  assert.notEqual(termsOf({ ...card, customerLastName: 'Fall' }).fingerprint, terms.fingerprint);
  const text = JSON.stringify(terms, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  assert.ok(!text.includes('411111') && !text.includes('"123"') && text.includes('1111'));
  assert.deepEqual(admitted(card).card, {
    number: '4111111111111111',
    expireMonth: '03',
    expireYear: '26',
    cvc: '123',
  });
});

test('O5 a chat message is the same when text and media are', () => {
  const chat = {
    codeService: 'CHAT_MESSAGING',
    phone: '+221770000000',
    message: 'Bonjour',
    attachedMedia: 'QUJD',
    attachedMediaName: 'a.png',
  };
  const { fingerprint } = termsOf(chat);
  assert.equal(termsOf({ ...chat, data: { message: 'x' } }).fingerprint, fingerprint);
  assert.notEqual(termsOf({ ...chat, attachedMedia: 'QUJE' }).fingerprint, fingerprint);
  assert.notEqual(termsOf({ ...chat, message: 'Bonsoir' }).fingerprint, fingerprint);
});

test('O8 wrong service, account or activation: nothing is stored', () => {
  assert.deepEqual(faultsOf({ codeService: 'NEVER_SN_API_CASH_IN' }), ['unknownService']);
  assert.deepEqual(faultsOf({}, { account: { suspended: true } }), ['suspended']);
  assert.deepEqual(faultsOf({}, { account: { services: new Map() } }), ['notActivated']);
});

test('O8 all faults of a form are told at once', () => {
  const faults = faultsOf({ phone: '1', amount: 0, data: 'x', callbackUrl: 'x' });
  assert.deepEqual(faults, [
    'phone: invalidPhone',
    'amount: notPositive',
    'callbackUrl: notUrl',
    'data: notJsonObject',
    'error 1',
  ]);
});

test('O8 an account’s own maximum counts in its currency alone, exact at its edge', () => {
  const error = (amount: number, own: Partial<Account>) =>
    refusalOf({ amount }, { account: { operationMax: units(500), ...own } });
  assert.deepEqual([error(500, {}), error(505, {})], [null, 103]);
  assert.equal(error(505, { currency: 'XAF' }), null);
  assert.equal(error(505, { operationMax: null }), null);
});

test('O8 minimum, maximum and granularity are business refusals, exact at their edges', () => {
  const bounded = withService(cashIn, {
    minimum: units(5),
    maximum: units(2_000),
    multipleOf: units(5),
  });
  const error = (amount: number) => refusalOf({ amount }, { catalogue: bounded });
  assert.deepEqual([4, 5, 2_000, 2_005, 12].map(error), [116, null, null, 103, 38]);
});

const granularities: [bigint, number][] = [
  [5n, 38],
  [50n, 15],
  [100n, 16],
  [200n, 86],
  [500n, 87],
];
test('O8 each granularity has its own error', () => {
  for (const [step, errorId] of granularities) {
    const stepped = withService(cashIn, { multipleOf: step * 10_000n, minimum: null });
    assert.equal(
      refusalOf({ amount: Number(step) + 1 }, { catalogue: stepped }),
      errorId,
      String(step),
    );
    assert.equal(
      refusalOf({ amount: Number(step) * 3 }, { catalogue: stepped }),
      null,
      String(step),
    );
  }
});

test('O9 a collection whose commission exceeds its amount is refused; a payment out is not', () => {
  const price = {
    percent: 0n,
    fixed: units(100),
    minimum: null,
    maximum: null,
    refundsCommission: true,
  };
  const dearOut = withService(cashOut, { price });
  assert.equal(refusalOf({ codeService: cashOut, amount: 99 }, { catalogue: dearOut }), 116);
  assert.equal(refusalOf({ codeService: cashOut, amount: 100 }, { catalogue: dearOut }), null);
  assert.equal(refusalOf({ amount: 50 }, { catalogue: withService(cashIn, { price }) }), null);
});

test('O9 the account’s own price replaces the service’s', () => {
  assert.equal(termsOf({ codeService: cashOut }).commission, units(10), 'one per cent');
  const own = new Map(account.services).set(cashOut, { fixed: 7 });
  const terms = termsOf({ codeService: cashOut }, { account: { services: own } });
  assert.deepEqual([terms.commission, terms.details.keepsCommission], [units(7), undefined]);
});

test('S4 what a refund does with the commission is agreed with the price: the account’s own one before the service’s', () => {
  const listed = withService(cashOut, { price: priceOf({ fixed: 5, refundsCommission: false }) });
  assert.equal(
    termsOf({ codeService: cashOut }, { catalogue: listed }).details.keepsCommission,
    true,
  );
  const own = (price: PriceEntry) => ({ services: new Map(account.services).set(cashOut, price) });
  const kept = termsOf(
    { codeService: cashOut },
    { account: own({ fixed: 7, refundsCommission: false }) },
  );
  assert.equal(kept.details.keepsCommission, true);
  assert.equal(
    termsOf({ codeService: cashOut }, { account: own({ fixed: 7 }), catalogue: listed }).details
      .keepsCommission,
    undefined,
  );
});

test('O8 a card is good to the last moment of its month', () => {
  const error = (now: string) => refusalOf(card, { now: new Date(now) });
  assert.equal(error('2026-03-31T23:59:59.999Z'), null);
  assert.equal(error('2026-04-01T00:00:00.000Z'), 83);
  assert.equal(
    refusalOf({ ...card, cardExpireMonth: '12' }, { now: new Date('2027-01-01T00:00:00Z') }),
    83,
  );
});

test('O11 only services with a page have a token, and no two have the same', () => {
  assert.equal(termsOf({}).paymentPageToken, null);
  assert.equal(termsOf({ codeService: cashOut }).paymentPageToken, null);
  const tokens = [1, 2].map(
    () => termsOf({ codeService: cashOut, useOpaQrCode: true }).paymentPageToken,
  );
  for (const token of tokens) assert.match(String(token), /^[0-9a-f]{32}$/);
  assert.notEqual(tokens[0], tokens[1]);
  assert.notEqual(termsOf({ codeService: 'OPC_SN_API_CASH_OUT' }).paymentPageToken, null);
  assert.notEqual(termsOf(card).paymentPageToken, null);
});

test('rules are loaded only for services that have some', () => {
  assert.deepEqual([admitted({}).rules, termsOf({}).ruled], [null, false]);
  const ruled = admitted({}, { catalogue: withService(cashIn, { dailyMaximum: units(5_000) }) });
  assert.deepEqual(ruled.rules, {
    duplicateWindowSeconds: 0,
    dailyMaximum: units(5_000),
    weeklyMaximum: null,
    monthlyMaximum: null,
  });
  assert.equal(ruled.terms.ruled, true);
});

test('H5 whatever object comes, it is admitted or refused, and nothing is thrown', () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('770000000', '+221770000000', 1_000, '{}', 'https://shop.example/'),
  );
  const names = [
    ...Object.keys(card),
    'amount',
    'externalTransactionId',
    'callbackUrl',
    'urlIpn',
    'data',
    'rib',
    'accountNumber',
    'message',
  ];
  const codes = catalogue.services.map(({ code }) => code);
  const bodies = fc.tuple(
    fc.constantFrom(...codes),
    fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 6 }),
  );
  fc.assert(
    fc.property(bodies, ([codeService, body]) => {
      const result = admit({ codeService, ...body });
      if (result.ok) assert.ok(result.terms.amount > 0n && result.terms.commission >= 0n);
    }),
    { numRuns: 500 },
  );
});

test('a service that is switched off takes nothing new, but is known for what was begun before', () => {
  const switched = withService(cashIn, { off: true });
  assert.deepEqual(admit({}, { catalogue: switched }), {
    ok: false,
    type: 'notActivated',
    codeService: cashIn,
  });
  assert.ok(admit({}, { catalogue: switched, offToo: true }).ok);
});

test('O15 a service by weight takes one route for an order, the same one when it is repeated, and shares orders', () => {
  const routes = catalogue.routes.slice(0, 2).map(({ name }) => name);
  const shared = withService(cashIn, {
    route: routes[0]!,
    routes,
    routeChoice: { by: 'weight', weights: new Map(routes.map((name) => [name, 1])) },
  });
  const routeOf = (externalTransactionId: string) => {
    const admitted = admit({ externalTransactionId }, { catalogue: shared });
    assert.ok(admitted.ok);
    return admitted.terms.route;
  };
  const ids = Array.from({ length: 100 }, (_, number) => `order-${number}`);
  const taken = ids.map(routeOf);
  assert.deepEqual(new Set(taken), new Set(routes));
  assert.deepEqual(ids.map(routeOf), taken);
});
