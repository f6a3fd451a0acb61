// Proves that a part becomes the submit_sm that the route's configuration asks for, and is
// rejected where no operator would accept it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configuration } from '../config.ts';
import type { SmppConfig } from '../config.ts';
import { smppConnector } from '../index.ts';
import { settingsOf } from '../settings.ts';
import { prepareSubmit } from '../submit/prepare.ts';
import { absoluteValidity, relativeValidity } from '../submit/validity.ts';
import { testCertificate } from '../../../acceptance/harness/certificates/index.ts';
import { configFor, part } from './session-kit.ts';

type PartChanges = Parameters<typeof part>[0];

const { checkConfig, configForm } = configuration;
const nowMs = Date.UTC(2026, 11, 31, 23, 30, 15, 400);

function prepare(changes: PartChanges, config: Partial<SmppConfig>) {
  return prepareSubmit(part(changes), settingsOf({ ...configFor(1), ...config }).submit, nowMs);
}

function submitOf(changes: PartChanges, config: Partial<SmppConfig> = {}) {
  const prepared = prepare(changes, config);
  assert.ok('submit' in prepared, JSON.stringify(prepared));
  return prepared.submit;
}

function refusalOf(changes: PartChanges, config: Partial<SmppConfig> = {}): string {
  const prepared = prepare(changes, config);
  return 'refused' in prepared ? prepared.refused : 'none';
}

test('type and plan of the sender by its kind, as configured', () => {
  assert.deepEqual(submitOf({ from: 'Jokko SN' }).source, { ton: 5, npi: 0, digits: 'Jokko SN' });
  assert.deepEqual(submitOf({ from: '2000' }).source, { ton: 3, npi: 0, digits: '2000' });
  assert.deepEqual(submitOf({ from: '221338000000' }).source, {
    ton: 1,
    npi: 1,
    digits: '221338000000',
  });
  assert.deepEqual(submitOf({ from: '+221338000000' }).source, {
    ton: 1,
    npi: 1,
    digits: '221338000000',
  });
  assert.deepEqual(submitOf({ from: '2000' }, { shortCodeTon: 0, shortCodeNpi: 9 }).source, {
    ton: 0,
    npi: 9,
    digits: '2000',
  });
  assert.deepEqual(submitOf({}).destination, { ton: 1, npi: 1, digits: '221770000001' });
  assert.deepEqual(submitOf({}, { destinationTon: 2, destinationNpi: 8 }).destination, {
    ton: 2,
    npi: 8,
    digits: '221770000001',
  });
});

test('senders and numbers that cannot be written are refused before a byte leaves', () => {
  for (const from of ['', 'twelve chars', 'Été', 'a@b', 'a\0b', '1234567890123456'])
    assert.equal(refusalOf({ from }), 'bad_sender', from);
  for (const to of ['', '+221770000001', '22177 0000001', '1'.repeat(16)])
    assert.equal(refusalOf({ to }), 'bad_number', to);
});

test('alphabets', () => {
  const gsm = submitOf({ text: 'é€@' });
  assert.deepEqual([gsm.dataCoding, Buffer.from(gsm.octets).toString('hex')], [0, '051b6500']);
  const ucs2 = submitOf({ text: 'ê🌍', encoding: 'ucs2' });
  assert.deepEqual(
    [ucs2.dataCoding, Buffer.from(ucs2.octets).toString('hex')],
    [8, '00ead83cdf0d'],
  );
  const latin1 = submitOf({ text: 'é@' }, { gsmDataCoding: 3 });
  assert.deepEqual([latin1.dataCoding, Buffer.from(latin1.octets).toString('hex')], [3, 'e940']);
  assert.deepEqual(
    submitOf({ text: '€' }, { gsmDataCoding: 3 }).dataCoding,
    8,
    'no euro sign in Latin-1',
  );
  assert.deepEqual(submitOf({ text: 'é' }, { gsmDataCoding: 0xf0 }).dataCoding, 0xf0);
  assert.equal(refusalOf({ text: 'ê' }), 'bad_text', 'never a question mark in its place');
});

test('joining: the four ways', () => {
  const concatenation = { reference: 0x1234, total: 3, number: 2 };
  const udh8 = submitOf({ concatenation });
  assert.deepEqual(
    [udh8.esmClass, [...(udh8.header ?? [])], udh8.sar],
    [0x40, [5, 0, 3, 0x34, 3, 2], null],
  );
  const udh16 = submitOf({ concatenation }, { concatenation: 'udh16' });
  assert.deepEqual(
    [udh16.esmClass, [...(udh16.header ?? [])]],
    [0x40, [6, 8, 4, 0x12, 0x34, 3, 2]],
  );
  const sar = submitOf({ concatenation }, { concatenation: 'sar' });
  assert.deepEqual([sar.esmClass, sar.header, sar.sar], [0, null, concatenation]);
  const whole = submitOf({ text: 'a'.repeat(700) }, { concatenation: 'payload' });
  assert.deepEqual([whole.asPayload, whole.esmClass, whole.octets.length], [true, 0, 700]);
  assert.equal(
    submitOf({ text: 'a'.repeat(160) }, { concatenation: 'payload' }).asPayload,
    false,
    'what fits one message needs no payload',
  );
  assert.equal(
    smppConnector.capabilities({ ...configFor(1), concatenation: 'payload' }).splits,
    false,
  );
  assert.equal(smppConnector.capabilities(configFor(1)).splits, true);
});

test('numbers of parts that cannot be written, and texts too long for a part, are refused', () => {
  for (const bad of [
    { total: 256, number: 1 },
    { total: 2, number: 3 },
    { total: 2, number: 0 },
    { total: 1.5, number: 1 },
  ])
    assert.equal(refusalOf({ concatenation: { reference: 1, ...bad } }), 'bad_text');
  assert.equal(refusalOf({ text: 'a'.repeat(255) }), 'bad_text');
  assert.equal(refusalOf({ text: 'a'.repeat(60_001) }, { concatenation: 'payload' }), 'bad_text');
});

test('validity is relative, rounded up, and bounded', () => {
  assert.equal(relativeValidity(86_400), '000001000000000R');
  assert.equal(relativeValidity(48 * 3600 + 61.2), '000002000102000R');
  assert.equal(relativeValidity(0), '000000000001000R');
  assert.equal(relativeValidity(1e9), '000028000000000R');
  assert.equal(relativeValidity(86_399), '000000235959000R');
});

test('configuration: a usable one has no problem, each unusable field is named', () => {
  assert.deepEqual(checkConfig(configFor(2775)), []);
  assert.deepEqual(
    checkConfig({
      ...configFor(2775),
      port: '2775',
      ratePerSec: 0.5,
      window: 50,
      bindType: 'pair',
    }),
    [],
  );
  const broken: { [name: string]: unknown } = {
    host: '',
    port: 70_000,
    tls: 'yes',
    tlsCa: '-----BEGIN CERTIFICATE-----\nnonsense',
    tlsServername: 5,
    tlsCertificate: 'none',
    tlsKey: 'none',
    systemId: '',
    password: 'é',
    systemType: 'x'.repeat(13),
    bindType: 'both',
    interfaceVersion: '4',
    addressRange: 'x'.repeat(41),
    addressTon: 8,
    addressNpi: 19,
    window: 0,
    ratePerSec: 0,
    binds: 1.5,
    responseTimeoutMs: 1,
    enquireLinkMs: '30',
    resendAfterMinutes: 1_441,
    serviceType: 'toolong',
    alphanumericTon: 9,
    alphanumericNpi: -1,
    shortCodeTon: 8,
    shortCodeNpi: 19,
    numberTon: 8,
    numberNpi: 19,
    destinationTon: 8,
    destinationNpi: 19,
    validity: 'forever',
    receipts: 'no',
    gsmDataCoding: 8,
    concatenation: 'none',
    responseIdFormat: 'octal',
    receiptIdFormat: 'octal',
    statusOverrides: 'x',
  };
  const named = new Set(checkConfig(broken as unknown as SmppConfig).map(({ field }) => field));
  assert.deepEqual(
    configForm.map(({ name }) => name).filter((name) => !named.has(name)),
    [],
    'every field of the form is checked',
  );
  for (const nothing of [{}, { host: null, port: null, systemId: null }])
    assert.ok(checkConfig(nothing as unknown as SmppConfig).length >= 3);
});

test('validity: relative, absolute in UTC, or left to the carrier', () => {
  const validityOf = (config: Partial<SmppConfig>) =>
    submitOf({ validitySeconds: 3_600 }, config).validityPeriod;
  assert.equal(validityOf({}), '000000010000000R');
  assert.equal(validityOf({ validity: 'absolute' }), '270101003015000+', 'into the next year');
  assert.equal(validityOf({ validity: 'none' }), '');
  assert.equal(absoluteValidity(1e9, nowMs), '270128233015000+', 'at most 28 days');
});

test('receipts that are not asked for are not promised', () => {
  assert.equal(submitOf({}).wantsReceipt, true);
  assert.equal(submitOf({}, { receipts: false }).wantsReceipt, false);
  assert.equal(smppConnector.capabilities({ ...configFor(1), receipts: false }).receipts, false);
});

test('configuration: 3.3 has no optional parameters, and a client certificate needs its own key', () => {
  const problemsOf = (changes: Partial<SmppConfig>) =>
    checkConfig({ ...configFor(1), ...changes }).map(({ field }) => field);
  assert.deepEqual(problemsOf({ interfaceVersion: '3.3', concatenation: 'udh8' }), []);
  assert.deepEqual(problemsOf({ interfaceVersion: '3.3', concatenation: 'sar' }), [
    'concatenation',
  ]);
  const { cert: tlsCertificate, key: tlsKey } = testCertificate('p256');
  const { key: otherKey } = testCertificate('rsa');
  assert.deepEqual(problemsOf({ tls: true, tlsCertificate, tlsKey }), []);
  assert.deepEqual(problemsOf({ tlsCertificate, tlsKey }), ['tlsCertificate'], 'without TLS');
  assert.deepEqual(problemsOf({ tls: true, tlsCertificate }), ['tlsKey']);
  assert.deepEqual(problemsOf({ tls: true, tlsKey }), ['tlsCertificate']);
  assert.deepEqual(problemsOf({ tls: true, tlsCertificate, tlsKey: otherKey }), ['tlsKey']);
});
