// Proves that the sandbox's catalogue is complete and valid, and equals the list that clients
// know.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testCertificate } from '../../../../acceptance/harness/certificates/index.ts';
import { compileCatalogue } from './compile.ts';
import { defaultCatalogueText } from './index.ts';
import { readCatalogue } from './validate.ts';
import { testSettings } from './testing.ts';
import { checkLease } from '../../platform/db/boot-check.ts';
import { formatDocument } from '../../platform/documents/index.ts';
import type { Service } from './service.ts';

function defaultCatalogue() {
  const read = readCatalogue(defaultCatalogueText(), testSettings);
  assert.deepEqual(read.ok ? [] : read.problems, []);
  assert.ok(read.ok);
  return compileCatalogue(read.document, 1, testSettings);
}

test('the default catalogue has no problem and stands in the form of an export', () => {
  const text = defaultCatalogueText();
  const read = readCatalogue(text, testSettings);
  assert.deepEqual(read.ok ? [] : read.problems, []);
  assert.equal(read.ok && formatDocument(read.document), text);
});

test('the default catalogue names no icon or account outside this installation', () => {
  const { services, routes } = defaultCatalogue();
  for (const service of services) assert.match(service.icon, /^\/icons\/[a-z0-9_]+\.svg$/);
  const addresses = routes.flatMap(({ config }) =>
    Object.values(config).filter((value) => /^https?:/.test(String(value))),
  );
  assert.ok(addresses.length >= routes.length);
  for (const address of addresses) assert.match(String(address), /^http:\/\/127\.0\.0\.1:4000\//);
});

test('F18 a sandbox with the default catalogue starts without a warning about its lease', () => {
  const usualLeaseMs = 30_000;
  for (const { name, connector, config } of defaultCatalogue().routes) {
    const { timeoutMs } = testSettings.connectors[connector]!.capabilities(config).limits;
    assert.deepEqual(checkLease(usualLeaseMs, { [name]: timeoutMs }, 'sandbox'), []);
  }
});

test('the default catalogue begins with the documented services in their order', (t) => {
  const examples = new URL('../../../../../shared/wire-examples.json', import.meta.url);
  let text: string;
  try {
    text = readFileSync(examples, 'utf8');
  } catch {
    t.skip('shared/wire-examples.json is not beside this checkout');
    return;
  }
  interface Example {
    name: string;
    response: {
      services: { codeService: string; name: string; typeOperation: string; typeService: string }[];
    };
  }
  const documented =
    (JSON.parse(text) as Example[]).find((example) => example.name === 'services')?.response
      .services ?? [];
  assert.ok(documented.length > 30);
  const ours = defaultCatalogue().services.slice(0, documented.length);
  assert.deepEqual(
    ours.map((service) => [service.code, service.name, service.direction, service.typeService]),
    documented.map((service) => [
      service.codeService,
      service.name,
      service.typeOperation,
      service.typeService,
    ]),
  );
});

test('the default catalogue has every kind of work, every granularity and every link', () => {
  const { services } = defaultCatalogue();
  const valuesOf = (member: keyof Service) =>
    new Set(services.map((service) => String(service[member])));
  for (const kind of [
    'collect',
    'payout',
    'card',
    'airtime',
    'bill_pay',
    'reload',
    'bank_transfer',
    'chat',
    'remit_send',
    'remit_receive',
  ]) {
    assert.ok(valuesOf('kind').has(kind), kind);
  }
  for (const multiple of ['50000', '500000', '1000000', '2000000', '5000000'])
    assert.ok(valuesOf('multipleOf').has(multiple), multiple);
  for (const link of ['none', 'deepLink', 'optionalQr', 'authPage'])
    assert.ok(valuesOf('link').has(link), link);
  for (const country of ['SN', 'CI', 'BJ', 'ML', 'CM', 'BF', 'null'])
    assert.ok(valuesOf('country').has(country), country);
  const collections = services.filter(
    (service) => service.typeService === 'BILL_BUY_RELOAD' && service.code.endsWith('_BILL_PAY'),
  );
  assert.equal(collections.length, 2);
});

test('windows and ceilings are off, except in BF', () => {
  for (const service of defaultCatalogue().services) {
    const expected =
      service.country === 'BF'
        ? [300, 2_000_000_000n, 5_000_000_000n, 10_000_000_000n]
        : [0, null, null, null];
    assert.deepEqual(
      [
        service.duplicateWindowSeconds,
        service.dailyMaximum,
        service.weeklyMaximum,
        service.monthlyMaximum,
      ],
      expected,
      service.code,
    );
  }
});

test('the documented example amounts are acceptable', () => {
  const catalogue = defaultCatalogue();
  const examples: [code: string, amount: bigint][] = [
    ['OPC_SN_API_CASH_IN', 5n],
    ['OPC_SN_API_CASH_IN', 1000n],
    ['RELOADA_SN_BILL_RELOAD', 100n],
    ['OPD_SN_WALLET_CASH_IN', 1000n],
    ['OPA_SN_API_CASH_IN', 350n],
    ['BANK_TRANSFER_SN_API_CASH_IN', 1351n],
    ['OPF_SN_API_CASH_IN', 1350n],
    ['OPC_SN_API_CASH_OUT', 1350n],
    ['OPA_SN_API_CASH_OUT', 150n],
    ['BANK_CARD_API_CASH_OUT', 1351n],
    ['OPF_SN_API_CASH_OUT', 1350n],
    ['BILLERA_SN_BILL_PAY', 27_684n],
    ['REMIT_SN_API_CASH_IN', 3000n],
  ];
  for (const [code, units] of examples) {
    const service = catalogue.service(code);
    assert.ok(service, code);
    const amount = units * 10_000n;
    assert.ok(amount >= (service.minimum ?? amount) && amount <= (service.maximum ?? amount), code);
    assert.equal(amount % (service.multipleOf ?? 1n), 0n, code);
  }
});

const exampleText = readFileSync(
  new URL('../../../../examples/live-catalogue.json', import.meta.url),
  'utf8',
);
const readLive = (text: string) =>
  readCatalogue(text, { ...testSettings, mode: 'live', variables: {} });

test('each placeholder of the example is refused with its line, and nothing else is', () => {
  const marked = exampleText
    .split('\n')
    .flatMap((line, at) => (line.includes('REPLACE-ME') ? [at + 1] : []));
  const read = readLive(exampleText);
  const problems = read.ok ? [] : read.problems;
  assert.deepEqual(
    problems.map(({ line }) => line),
    marked,
  );
  for (const { message } of problems) assert.match(message, /placeholder/);
});

test('all documented services can be sold live: the example over twelve protocols has no problem', () => {
  const { cert, key } = testCertificate('p256');
  const values: { readonly [field: string]: string } = {
    tlsCertificate: cert,
    tlsKey: key,
    merchantCode: '123456',
    partnerNumber: '770000000',
    pin: '1234',
    accountNumber: 'SN08SN0100152000048500003035',
    debtorAccount: 'SN08SN0100152000048500003035',
    ourAlias: '00000000-0000-4000-8000-000000000000',
    keyId: '00000000-0000-4000-8000-000000000000',
    collectionUser: '00000000-0000-4000-8000-000000000000',
    disbursementUser: '00000000-0000-4000-8000-000000000000',
    sharedSecret: 'c2hhcmVkLXNlY3JldC1vZi0zMi1ieXRlcy1sb25nISE=',
    secretKey: 'sk_live_1',
    webhookSecret: 'whsec_1',
    billingEmail: 'paiements@jokko.example',
    phoneNumberId: '100000000000000',
    host: 'sftp.bank.example',
    hostKey: `SHA256:${'A'.repeat(43)}`,
    bic: 'JOKKSNDA',
    agentPartnerId: '00000000',
    id: '1',
  };
  const text = exampleText
    .replaceAll('https://REPLACE-ME.example', 'https://provider.example')
    .replaceAll(/"(\w+)": "REPLACE-ME[^"]*"/g, (_, field: string) => {
      return `"${field}": ${JSON.stringify(values[field] ?? 'ours')}`;
    });
  const read = readLive(text);
  assert.deepEqual(read.ok ? [] : read.problems, []);
  assert.ok(read.ok);
  const { services, routes } = read.document;
  const codes = defaultCatalogue().services.map(({ code }) => code);
  assert.deepEqual(
    services.map(({ code }) => code),
    codes,
  );
  assert.ok(new Set(routes.map(({ connector }) => connector)).size >= 12);
});
