// Nothing secret gets into the log of refused calls, wherever a client puts it; what helps is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeApiKey } from '../accounts/keys.ts';
import { scrubbed, reportedKey, reportedMembers, reportedService } from './reported-members.ts';

const secrets = [
  makeApiKey('sandbox', 7),
  makeApiKey('live', 123_456, 'js'),
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  '4242424242424242',
  '4242 4242 4242 4242',
  '5555-5555-5555-4444',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
];
const members = [
  'apiKey',
  'codeService',
  'amount',
  'phone',
  'externalTransactionId',
  'callbackUrl',
  'data',
  'cardNumber',
  'useOpaQrCode',
  'x',
];
/** What must not be found: the secret without its separators, or its secret part. */
const cores = secrets.map((secret) =>
  secret.replaceAll(/[ -]/g, '').split('_').at(-1)!.slice(0, 16),
);

test('no secret is told, in whatever member, name or text it stands', () => {
  const wrap = fc.constantFrom('', ' ', 'ref:', 'https://x.sn/?t=', 'order-');
  fc.assert(
    fc.property(
      fc.constantFrom(...members),
      fc.constantFrom(...secrets),
      wrap,
      fc.boolean(),
      (name, secret, before, asName) => {
        const text = `${before}${secret}`;
        const body = asName
          ? { [text]: 'x' }
          : { [name]: text, nested: { [name]: text }, list: [text] };
        const reported = JSON.stringify([
          reportedMembers(body),
          reportedService(body),
          scrubbed(`La valeur ${text} est fausse`),
          reportedKey(text)?.keyName,
        ]);
        const plain = reported.replaceAll(/[ -]/g, '');
        for (const core of cores) assert.ok(!plain.includes(core), `${core} in ${reported}`);
        assert.doesNotMatch(plain, /\d{9}/);
      },
    ),
  );
});

test('an unknown code or name is kept as it was written, and a secret or a number in its place is not', () => {
  const valueOf = (name: string, value: unknown) => reportedMembers({ [name]: value })[0]?.value;
  for (const name of ['codeService', 'code_service', 'service', 'sender', 'currency', 'COUNTRY'])
    assert.equal(valueOf(name, 'opa_sn_api_cash_in'), 'opa_sn_api_cash_in', name);
  assert.equal(valueOf('sender', 'Ma Boutique'), 'Ma Boutique');
  for (const value of ['221771234567', '77 123 45 67', '+221771234567', ...secrets, { a: 1 }])
    assert.equal(valueOf('sender', value), null, JSON.stringify(value));
  for (const name of ['cardHolder', 'name', 'pin', 'otp', 'apiKey'])
    assert.equal(valueOf(name, 'opa_sn_api_cash_in'), null, name);
});

test('what helps is kept: service, amount, whose key, the host of the callback, the form of a phone', () => {
  const body = {
    apiKey: makeApiKey('sandbox', 36),
    codeService: 'OPA_SN_API_CASH_IN',
    amount: '1500',
    phone: '+221 77 123 45 67',
    externalTransactionId: 'order-20261121-0042',
    callbackUrl: 'https://shop.sn:8443/hook/s3cr3t?token=abc',
    useOpaQrCode: true,
    data: { any: 'thing' },
  };
  assert.deepEqual(reportedMembers(body), [
    { name: 'apiKey', value: null, type: 'string' },
    { name: 'codeService', value: 'OPA_SN_API_CASH_IN', type: 'string' },
    { name: 'amount', value: '1500', type: 'string' },
    { name: 'phone', value: '+221…67', type: 'string' },
    { name: 'externalTransactionId', value: 'order-20261121-0042', type: 'string' },
    { name: 'callbackUrl', value: 'https://shop.sn:8443/…', type: 'string' },
    { name: 'useOpaQrCode', value: 'true', type: 'boolean' },
    { name: 'data', value: null, type: 'object' },
  ]);
  assert.deepEqual(reportedMembers({ amount: 500.5, data: [], sender: null, apiKey: 7 }), [
    { name: 'amount', value: '500.5', type: 'number' },
    { name: 'data', value: null, type: 'array' },
    { name: 'sender', value: null, type: 'null' },
    { name: 'apiKey', value: null, type: 'number' },
  ]);
  assert.deepEqual(reportedKey(body.apiKey), {
    keyName: 'jk_test_10',
    key: { kind: 'account', id: 36 },
  });
  assert.equal(reportedKey('jk_test_zzzzzzz_x'), null, 'no number of a row');
  assert.equal(reportedKey('anything'), null);
});
