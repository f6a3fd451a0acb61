// Proves that every class of mistake is reported with its line and field, all at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCatalogue } from '@jokko/contract';
import { compileCatalogue } from './compile.ts';
import type { RouteSettings } from './route-rules.ts';
import { readCatalogue } from './validate.ts';
import type { DocumentProblem } from '../../platform/documents/index.ts';
import { testSettings } from './testing.ts';

const wallet = `{ "name": "W", "connector": "gsma", "config": { "baseUrl": "http://h/", "auth": "none", "ownAccountType": "walletid", "ownAccountValue": "1", "operatorPrefix": "opa", "sandbox": true } }`;
const simulator = `{ "name": "S", "connector": "sandbox", "config": { "baseUrl": "http://h/", "apiKey": "k", "noticeSecret": "s" } }`;
const cashIn = '"code": "OPA_SN_API_CASH_IN", "name": "In", "route": "W"';
const cashOut = '"code": "OPA_SN_API_CASH_OUT", "name": "Out", "route": "W"';
const card = '"code": "BANK_CARD_API_CASH_OUT", "name": "Card", "route": "S"';
const chat = '"code": "CHAT_MESSAGING", "name": "Chat", "route": "S"';

/** Services from line 3 on, one a line; routes follow, one a line. */
function catalogueOf(
  services: string[],
  routes: string[] = [wallet, simulator],
  rest = '',
): string {
  return `{\n"services": [\n${services.join(',\n')}\n],\n"routes": [\n${routes.join(',\n')}\n]${rest}}`;
}

function problemsOf(text: string, settings = testSettings): DocumentProblem[] {
  const read = readCatalogue(text, settings);
  return read.ok ? [] : read.problems;
}

function expectOne(
  text: string,
  line: number,
  field: string,
  message: RegExp,
  settings = testSettings,
): void {
  const problems = problemsOf(text, settings);
  const found = problems
    .map((problem) => `${problem.line} ${problem.field}: ${problem.message}`)
    .join('\n');
  assert.equal(problems.length, 1, found || 'no problem was found');
  assert.deepEqual([problems[0]?.line, problems[0]?.field], [line, field], found);
  assert.match(problems[0]?.message ?? '', message);
}

test('a faultless catalogue has no problems', () => {
  assert.deepEqual(
    problemsOf(
      catalogueOf([
        `{${cashIn}}`,
        `{${cashOut}, "link": "deepLink"}`,
        `{${card}}`,
        `{${chat}, "messagePrice": 25}`,
      ]),
    ),
    [],
  );
});

test('malformed JSON: line and column', () => {
  expectOne(`{\n"services": [,]}`, 2, '', /^column 14: expected a value/);
});

test('outer shape', () => {
  expectOne('[]', 1, '', /must be an object/);
  expectOne('{\n"services": []}', 1, '', /"routes" is missing/);
  expectOne('{"services": [],\n"routes": {}}', 2, 'routes', /must be an array/);
  expectOne(
    '{"services": [], "routes": [],\n"errrorTexts": {}}',
    2,
    'errrorTexts',
    /unknown field; did you mean "errorTexts"/,
  );
});

// Each faulty service stands on line 4, behind a faultless one.
const serviceFaults: [fault: string, entry: string, field: string, message: RegExp][] = [
  ['an unknown field', `{${cashOut}, "minimun": 5}`, 'minimun', /did you mean "minimum"/],
  [
    'an unknown field of the price',
    `{${cashOut}, "price": {"fixd": 5}}`,
    'price.fixd',
    /unknown field; did you mean "fixed"/,
  ],
  ['a missing member', '{"code": "OPA_SN_API_CASH_OUT", "name": "x"}', '', /"route" is missing/],
  ['no object', '5', '', /must be an object/],
  ['a duplicate member', `{${cashOut}, "minimum": 5, "minimum": 6}`, 'minimum', /occurs twice/],
  [
    'an amount that is none',
    `{${cashOut}, "minimum": "5,5"}`,
    'minimum',
    /must be an amount greater than zero/,
  ],
  [
    'an amount below zero',
    `{${cashOut}, "maximum": -5}`,
    'maximum',
    /must be an amount greater than zero/,
  ],
  [
    'a percentage above 100',
    `{${cashOut}, "price": {"percent": 101}}`,
    'price.percent',
    /from 0 to 100/,
  ],
  [
    'a percentage with five decimals',
    `{${cashOut}, "price": {"percent": "1.00001"}}`,
    'price.percent',
    /4 decimals/,
  ],
  [
    'a granularity that the interface does not know',
    `{${cashOut}, "multipleOf": 10}`,
    'multipleOf',
    /5, 50, 100, 200 or 500/,
  ],
  ['an unknown country', `{${cashOut}, "country": "XX"}`, 'country', /one of SN, CI/],
  ['an unknown currency', `{${cashOut}, "currency": "CFA"}`, 'currency', /one of XOF/],
  [
    'an unknown required field',
    `{${cashOut}, "requiredFields": ["ribs"]}`,
    'requiredFields',
    /list of .*accountNumber/,
  ],
  ['an unknown link', `{${cashOut}, "link": "qr"}`, 'link', /one of none/],
  [
    'a negative window',
    `{${cashOut}, "duplicateWindowSeconds": -1}`,
    'duplicateWindowSeconds',
    /whole number/,
  ],
  ['a bad icon', `{${cashOut}, "icon": "ftp://x/y"}`, 'icon', /http/],
  ['a duplicate code', `{${cashIn}}`, 'code', /already exists, on line 3/],
  ['a code in lower case', `{${cashOut.replace('OPA', 'opa')}}`, 'code', /uppercase/],
  [
    'a code of no known suffix',
    `{${cashOut.replace('_API', '_XPI')}}`,
    'code',
    /suffix of the API/,
  ],
  [
    'a type against the suffix',
    `{${cashOut}, "typeService": "CASHIN"}`,
    'typeService',
    /suffix of the code, which means CASHOUT/,
  ],
  [
    'a direction against the type',
    `{${cashOut}, "direction": "DEBIT"}`,
    'direction',
    /CASHOUT is CREDIT/,
  ],
  [
    'a kind against the type',
    `{${cashOut}, "kind": "payout"}`,
    'kind',
    /CASHOUT is collect or card/,
  ],
  [
    'a country against the code',
    `{${cashOut}, "country": "CI"}`,
    'country',
    /must be SN, as in the code/,
  ],
  ['a country on the card service', `{${card}, "country": "SN"}`, 'country', /must be null/],
  [
    'a link on a pay-out',
    `{${cashIn.replace('OPA', 'OPB')}, "link": "deepLink"}`,
    'link',
    /collections from a wallet/,
  ],
  [
    'a card service without its page',
    `{${card}, "link": "none"}`,
    'link',
    /authPage is for card services/,
  ],
  [
    'an order prefix on a wallet',
    `{${cashOut}, "orderPrefix": "X"}`,
    'orderPrefix',
    /card services only/,
  ],
  [
    'a minimum above the maximum',
    `{${cashOut}, "minimum": 10, "maximum": 5}`,
    'maximum',
    /below the minimum/,
  ],
  [
    'a maximum below the granularity',
    `{${cashOut}, "maximum": 40, "multipleOf": 50}`,
    'multipleOf',
    /above the maximum/,
  ],
  [
    'decimals that the currency lacks',
    `{${cashOut}, "minimum": "5.5"}`,
    'minimum',
    /XOF has no decimals/,
  ],
  [
    'a commission minimum above its maximum',
    `{${cashOut}, "price": {"minimum": 10, "maximum": 5}}`,
    'price.maximum',
    /below the minimum/,
  ],
  [
    'ceilings out of order',
    `{${cashOut}, "dailyMaximum": 10, "monthlyMaximum": 5}`,
    'monthlyMaximum',
    /below dailyMaximum/,
  ],
  [
    'a ceiling that no operation fits under',
    `{${cashOut}, "minimum": 5, "dailyMaximum": 1}`,
    'dailyMaximum',
    /below the minimum/,
  ],
  ['a chat service without a price', `{${chat}}`, 'messagePrice', /is required for chat/],
  [
    'a message price elsewhere',
    `{${cashOut}, "messagePrice": 5}`,
    'messagePrice',
    /chat services only/,
  ],
  [
    'required fields that leave one out',
    `{${card}, "requiredFields": ["card"]}`,
    'requiredFields',
    /always needs customerFirstName, customerLastName/,
  ],
  [
    'an unknown route',
    `{${cashOut.replace('"W"', '"X_SN"')}}`,
    'route',
    /there is no route "X_SN"/,
  ],
  [
    'a route that cannot do it',
    `{${cashOut.replace('"W"', '"S"')}}`,
    'route',
    /does not support collect; it supports card/,
  ],
];
for (const [fault, entry, field, message] of serviceFaults) {
  test(`service with ${fault}`, () => {
    const path = field === '' ? 'services[1]' : `services[1].${field}`;
    expectOne(catalogueOf([`{${cashIn}}`, entry]), 4, path, message);
  });
}

// Each faulty route stands on line 7, behind the wallet route.
const routeFaults: [fault: string, entry: string, field: string, message: RegExp][] = [
  [
    'an unknown connector',
    '{"name": "X", "connector": "gmsa", "config": {}}',
    'connector',
    /there is no connector "gmsa"; there are .*gsma, .*sandbox/,
  ],
  ['a duplicate name', wallet, 'name', /already exists, on line 6/],
  [
    'an unknown field',
    simulator.replace('"apiKey"', '"x": 1, "apiKey"'),
    'config.x',
    /unknown field; sandbox has baseUrl/,
  ],
  ['a missing field', simulator.replace('"apiKey": "k", ', ''), 'config', /"apiKey" is missing/],
  ['a field of the wrong type', simulator.replace('"k"', '5'), 'config.apiKey', /must be a text/],
  [
    'a bad choice',
    wallet.replace('"W"', '"X"').replace('"opa"', '"opx"'),
    'config.operatorPrefix',
    /one of opa, opb/,
  ],
  [
    'what the connector itself refuses',
    wallet.replace('"W"', '"X"').replace('"none"', '"apiKey"'),
    'config.apiKey',
    /is needed for auth apiKey/,
  ],
  [
    'credentials in an address',
    simulator.replace('http://h/', 'http://u:p@h/'),
    'config.baseUrl',
    /without user and password/,
  ],
  [
    'an unknown value of the installation',
    simulator.replace('http://h/', '${NOWHERE}/'),
    'config.baseUrl',
    /unknown placeholder \$\{NOWHERE\}; known are .*SIMULATOR_URL/,
  ],
  [
    'a secret of another installation',
    simulator.replace('"k"', '{"sealed": "eA=="}'),
    'config.apiKey',
    /sealed by another installation/,
  ],
  [
    'no time for a result',
    simulator.replace('"config"', '"resultWithinHours": 0, "config"'),
    'resultWithinHours',
    /must be a whole number from 1 to 720/,
  ],
  [
    'a sealed value that is no secret',
    simulator.replace('"http://h/"', '{"sealed": "eA=="}'),
    'config.baseUrl',
    /only a secret can be sealed/,
  ],
];
for (const [fault, entry, field, message] of routeFaults) {
  test(`route with ${fault}`, () => {
    const text = catalogueOf([`{${cashIn}}`], [wallet, entry]);
    const problems = problemsOf(text).filter((problem) => problem.field.startsWith('routes[1]'));
    assert.deepEqual(
      [problems[0]?.line, problems[0]?.field],
      [7, `routes[1].${field}`],
      JSON.stringify(problemsOf(text)),
    );
    assert.match(problems[0]?.message ?? '', message);
  });
}

test('error texts: unknown id, unknown language', () => {
  const texts = (inner: string) =>
    catalogueOf([`{${cashIn}}`], [wallet], `,\n"errorTexts": {\n${inner}\n}`);
  assert.deepEqual(problemsOf(texts('"28": {"fr": "En panne"}, "null": {"en": "Later"}')), []);
  expectOne(texts('"137": {"fr": "x"}'), 9, 'errorTexts[137]', /no such error id/);
  expectOne(texts('"26": {"de": "x"}'), 9, 'errorTexts[26].de', /unknown field/);
});

test('error texts: what callers would get empty, invisible or without its amount', () => {
  const withAmount = errorCatalogue.find(({ message }) => message.fr.includes('__amount__'))!.id;
  const faults: [id: number | null, text: string, message: RegExp][] = [
    [28, '', /must contain visible text/],
    [28, ' \u200b ', /must contain visible text/],
    [28, 'Solde \u202eetnasiffusni', /invisible/],
    [28, 'x'.repeat(501), /at most 500/],
    [withAmount, 'sans montant', /must contain __amount__/],
  ];
  for (const [id, text, message] of faults)
    expectOne(
      catalogueOf(
        [`{${cashIn}}`],
        undefined,
        `,\n"errorTexts": {\n"${id}": ${JSON.stringify({ fr: text })}\n}`,
      ),
      10,
      `errorTexts[${id}].fr`,
      message,
    );
  const kept = `,\n"errorTexts": {"${withAmount}": {"fr": "Au moins __amount__ !"}, "103": {"fr": "__amount__ dépasse le plafond."}}`;
  assert.deepEqual(problemsOf(catalogueOf([`{${cashIn}}`], undefined, kept)), []);
});

test('a live installation refuses routes to the simulator', () => {
  const live = { ...testSettings, mode: 'live' as const };
  const problems = problemsOf(catalogueOf([`{${cashIn}}`]), live);
  assert.deepEqual(
    problems.map((problem) => [problem.line, problem.field]),
    [
      [6, 'routes[0].connector'],
      [7, 'routes[1].connector'],
    ],
  );
});

test('a placeholder of the example is refused, in the text and sealed, and in any spelling', () => {
  const held = (value: string) =>
    wallet.replace('"ownAccountValue": "1"', `"ownAccountValue": ${value}`);
  for (const value of ['"REPLACE-ME"', '"replace_me"', '"sk_REPLACE ME_1"'])
    expectOne(
      catalogueOf([`{${cashIn}}`], [held(value)]),
      6,
      'routes[0].config.ownAccountValue',
      /placeholder/,
    );
  const sealed = JSON.stringify({ sealed: testSettings.secrets.seal('REPLACE-ME') });
  const secret = simulator.replace('"noticeSecret": "s"', `"noticeSecret": ${sealed}`);
  const text = catalogueOf([`{${cashIn}}`], [wallet, secret]);
  expectOne(text, 7, 'routes[1].config.noticeSecret', /placeholder/);
});

test('all problems of a text are listed together, by line', () => {
  const problems = problemsOf(
    catalogueOf([
      `{${cashIn}, "minimum": 0}`,
      `{${cashOut}, "x": 1, "direction": "DEBIT"}`,
      `{${card}, "country": "SN", "orderPrefix": "a"}`,
      '{}',
    ]),
  );
  const lines = problems.map((problem) => problem.line);
  assert.deepEqual([...lines].sort(), lines);
  assert.deepEqual(new Set(lines), new Set([3, 4, 5, 6]));
});

const airtime = '"code": "OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE", "name": "A", "route": "S"';
/** The sandbox connector as one that sells products of a provider. */
const sellsProducts: RouteSettings = {
  ...testSettings,
  connectors: {
    ...testSettings.connectors,
    sandbox: {
      ...testSettings.connectors['sandbox']!,
      capabilities: (config) => ({
        ...testSettings.connectors['sandbox']!.capabilities(config),
        productFor: ['airtime'],
      }),
    },
  },
};

test('a service says what it sells of the provider of each of its routes, in its own currency', () => {
  const named = (products: string) =>
    catalogueOf([`{${airtime}, "providerProducts": ${products}}`]);
  assert.deepEqual(
    problemsOf(named('{"S": {"id": "341", "currency": "XOF", "minimum": 100, "maximum": 5000}}')),
    [],
  );
  expectOne(
    named('{"W": {"id": "341", "currency": "XOF"}}'),
    3,
    'services[0].providerProducts.W',
    /not a route of this service/,
  );
  expectOne(
    named('{"S": {"id": "341", "currency": "XAF"}}'),
    3,
    'services[0].providerProducts.S.currency',
    /the service is in XOF/,
  );
  expectOne(
    named('{"S": {"id": "341", "currency": "XOF", "amounts": [500], "maximum": 500}}'),
    3,
    'services[0].providerProducts.S.amounts',
    /stands alone/,
  );
});

test('a route whose connector sells products needs one for the service', () => {
  expectOne(
    catalogueOf([`{${airtime}}`]),
    3,
    'services[0].route',
    /name one in providerProducts/,
    sellsProducts,
  );
  const product = '{"S": {"id": "341", "currency": "XOF", "amounts": [500, "1000"]}}';
  const read = readCatalogue(
    catalogueOf([`{${airtime}, "providerProducts": ${product}}`]),
    sellsProducts,
  );
  assert.ok(read.ok);
  const service = compileCatalogue(read.document, 1, sellsProducts).services[0];
  assert.deepEqual(service?.products['S'], {
    id: '341',
    currency: 'XOF',
    amounts: [5_000_000n, 10_000_000n],
    min: null,
    max: null,
  });
});

const twoRoutes = (service: string) =>
  catalogueOf(
    [`{${cashIn}, "otherRoutes": ["T"], ${service}}`],
    [wallet, wallet.replace('"W"', '"T"')],
  );

test('O15 weights and costs name routes of the service, and are there for the choice that needs them', () => {
  assert.deepEqual(
    problemsOf(twoRoutes('"routeChoice": "weight", "routeWeights": {"W": 3, "T": 0}')),
    [],
  );
  assert.deepEqual(
    problemsOf(
      twoRoutes('"routeChoice": "cost", "routeCosts": {"W": {"percent": 1}, "T": {"fixed": 25}}'),
    ),
    [],
  );
  for (const [service, field, wording] of [
    ['"routeChoice": "weight", "routeWeights": {"W": 0}', 'routeWeights', /above 0/],
    ['"routeWeights": {"Z": 1}', 'routeWeights.Z', /not a route of this service/],
    ['"routeWeights": {"W": 1001}', 'routeWeights.W', /whole number from 0 to 1000/],
    ['"routeChoice": "cost", "routeCosts": {"W": {}}', 'routeCosts', /on route "T"/],
    [
      '"routeCosts": {"W": {"minimum": 5, "maximum": 1}}',
      'routeCosts.W.maximum',
      /not a possible cost/,
    ],
  ] as const)
    expectOne(twoRoutes(service), 3, `services[0].${field}`, wording);
});
