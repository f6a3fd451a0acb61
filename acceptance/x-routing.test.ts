// Proves that an operator can configure SMS routing from the command line and see the result, and
// which websites may call the SMS interface by the environment.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sendRequest, hostInstallation, type HostedInstallation } from './harness/index.ts';

let installation: HostedInstallation;
before(async () => {
  installation = await hostInstallation({ env: { CORS_ORIGINS: 'https://try.example' } });
});
after(() => installation.stop());

interface Explained {
  country: string;
  operator: string;
  ported: boolean;
  pricePerPart: number;
  currency: string;
  links: { name: string; sender: string | null }[];
}
const explain = (number: string, ...options: string[]) =>
  installation.cli<Explained>(['sms', 'route', number, ...options]);
function fileOf(name: string, text: string | Buffer): string {
  const file = join(installation.dataDir, name);
  writeFileSync(file, text);
  return file;
}

test('X5 a new sandbox routes the six countries, at 10 a segment', async () => {
  const numbers = {
    SN: '+221 77 123 45 67',
    CI: '2250712345678',
    BJ: '+2290197123456',
    ML: '22370123456',
    CM: '237677123456',
    BF: '22676123456',
  };
  for (const [country, number] of Object.entries(numbers)) {
    const route = await explain(number);
    assert.deepEqual(
      [route.country, route.pricePerPart, route.currency],
      [country, 10, country === 'CM' ? 'XAF' : 'XOF'],
    );
    assert.ok(route.links.length > 0);
  }
  const landline = await installation.runCli(['sms', 'route', '+221338001122']);
  assert.equal(landline.code, 1);
  assert.match(landline.stdout, /landline/);
});

test('X5 an exported routing is edited and imported: prices and senders are new; a faulty one changes nothing', async () => {
  const { stdout: exported } = await installation.runCli(['sms', 'routing', 'export']);
  const faulty = await installation.runCli([
    'sms',
    'routing',
    'import',
    fileOf('faulty.json', exported.replace('"price": 10', '"price": -1')),
  ]);
  assert.equal(faulty.code, 1);
  assert.match(faulty.stdout, /faulty\.json:\d+ countries\[0\]\.price: must be an amount/);
  const document = JSON.parse(exported) as {
    countries: { price: number }[];
    links: { name: string; senders?: object }[];
  };
  document.countries[0]!.price = 12.5;
  for (const entry of document.links)
    entry.senders = { allowed: ['ACME'], numericFallback: '40400' };
  const imported = await installation.cli<{ ok: boolean; version: number }>([
    'sms',
    'routing',
    'import',
    fileOf('new.json', JSON.stringify(document)),
  ]);
  assert.deepEqual(imported, { ok: true, version: 2 });
  assert.equal((await explain('+221771234567')).pricePerPart, 12.5);
  const senderOf = async (sender: string) =>
    (await explain('+221771234567', '--sender', sender)).links[0]!.sender;
  assert.deepEqual([await senderOf('Acme'), await senderOf('Other')], ['ACME', '40400']);
  const { links } = await installation.cli<{
    links: { name: string; connector: string; usable: boolean }[];
  }>(['sms', 'link', 'list']);
  assert.deepEqual(links.map(({ connector, usable }) => [connector, usable]).toSorted(), [
    ['infobip', true],
    ['smpp', true],
  ]);
});

test('X5 ported numbers go to their new operator until they are removed', async () => {
  const number = '+221771234567';
  const before = await explain(number);
  const file = fileOf('ported.csv', `msisdn,operator\n${number},OPD\n`);
  assert.deepEqual(await installation.cli(['sms', 'ported', 'import', file]), {
    ok: true,
    numbers: 1,
  });
  const ported = await explain(number);
  assert.deepEqual(
    [before.operator, before.ported, ported.operator, ported.ported],
    ['OPA', false, 'OPD', true],
  );
  const faulty = await installation.runCli([
    'sms',
    'ported',
    'import',
    fileOf('bad.csv', `${number},OPA\n+33612345678,OPA\n`),
  ]);
  assert.equal(faulty.code, 1);
  assert.match(
    faulty.stdout,
    /bad\.csv:2 \+33612345678 is not a mobile number of a country of the routing/,
  );
  assert.deepEqual(await installation.cli(['sms', 'ported', 'list']), {
    numbers: [{ number, operator: 'OPD' }],
  });
  await installation.cli(['sms', 'ported', 'remove', number]);
  assert.equal((await explain(number)).operator, 'OPA');
});

test('X5 ported numbers are read in the letters of their file, or the file is refused', async () => {
  const lines = (number: string) => `number\toperator\r\n+221 ${number}\tOPD\r\n`;
  const files = {
    // What spreadsheets call Unicode text.
    '771234501': Buffer.from(`\ufeff${lines('77 123 45 01')}`, 'utf16le'),
    // The space of a French spreadsheet, in Windows-1252.
    '771234502': Buffer.from(lines('77\u00a0123\u00a045\u00a002'), 'latin1'),
    '771234503': Buffer.from(`\ufeff${lines('77\u202f123\u202f45\u202f03')}`),
  };
  for (const [number, bytes] of Object.entries(files)) {
    const file = fileOf('letters.csv', bytes);
    const imported = await installation.cli(['sms', 'ported', 'import', file]);
    assert.deepEqual(imported, { ok: true, numbers: 1 });
    assert.equal((await explain(`+221${number}`)).operator, 'OPD');
  }
  const file = fileOf('letters.csv', Buffer.from('+221771234504,OP\xd4RA\n', 'latin1'));
  const unclear = await installation.runCli(['sms', 'ported', 'import', file]);
  assert.equal(unclear.code, 2);
  assert.match(unclear.stderr, /letters of .* are unclear: save it as UTF-8/);
});

test('X5 CORS for named origins only, with POST and the headers of this interface', async () => {
  const ask = (origin: string) =>
    sendRequest(`${installation.baseUrl}/api/send-sms`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const allowed = await ask('https://try.example');
  assert.equal(allowed.status, 204);
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://try.example');
  assert.match(String(allowed.headers['access-control-allow-methods']), /POST/);
  assert.match(String(allowed.headers['access-control-allow-headers']), /idempotency-key/);
  assert.equal(
    (await ask('https://other.example')).headers['access-control-allow-origin'],
    undefined,
  );
  const answer = await sendRequest(`${installation.baseUrl}/api/send-sms`, {
    method: 'POST',
    headers: { origin: 'https://try.example' },
    body: '{}',
  });
  assert.deepEqual(
    [
      answer.status,
      answer.headers['access-control-allow-origin'],
      answer.headers['access-control-expose-headers'],
    ],
    [400, 'https://try.example', 'X-Batch-Id'],
  );
});
