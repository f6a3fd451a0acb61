// S10, I-34: proves that after every kind of success and error, at the most verbose log level, no
// secret or card number is in the database, its files, a log, the metrics, an answer or a
// callback.

import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  advanceClock,
  createAccount,
  createClient,
  payOut,
  rawRequest,
  sendRequest,
  startInstallation,
  startReceiver,
  uniqueId,
} from './harness/index.ts';
import type { Account, Client, Installation, Receiver } from './harness/index.ts';
import { cardNumbersIn, findNeedles, hasCheckDigit, needlesOf } from './harness/canary.ts';
import type { Canary, Needle } from './harness/canary.ts';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import { untilStatus } from './harness/payment.ts';
import { card, remitSendData } from './harness/samples.ts';

const operation = '/api-services/operation';
const statusPath = '/api-services/get-transaction-status';
const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/**
 * A card number that nobody else has, whose last digits choose the outcome and whose check digit is
 * right.
 */
function cardNumber(digits: string): string {
  for (;;) {
    const number = `4${String(randomInt(10 ** 11)).padStart(11, '0')}${digits}`;
    if (hasCheckDigit(number)) return number;
  }
}
const cards = ['0007', '7028', '9028', '8003', '8006'].map(cardNumber);
/** It is the code of no other four digits here. */
const cvc = '9173';
const mistypedCard = cardNumber('1234');

const keyEncryptionKey = randomBytes(32);
const providerKey = `provider-${random(18)}`;
const noticeSecret = `notices-${random(18)}`;
const environment = {
  JOKKO_SECRET_KEY: keyEncryptionKey.toString('base64'),
  SIM_API_KEY: providerKey,
  SIM_NOTICE_SECRET: noticeSecret,
  LOG_LEVEL: 'debug',
  SIM_DELAY_MS: '100',
  SIM_HOLD_MS: '300',
};

let installation: Installation;
let rows: StoredRows;
let receiver: Receiver;
let account: Account;
let client: Client;
let signing: Account & { hmacSecret: string };
let replaced: string;
const answers: string[] = [];

before(async () => {
  installation = await startInstallation({ env: environment, ownDatabase: true });
  rows = openStoredRows(installation);
  receiver = await startReceiver();
  // An echo is what a careless receiver answers, and the delivery log keeps answers.
  receiver.answerWith((request, count) =>
    request.path.includes('fail') && count === 1 ? { status: 500, body: request.text } : {},
  );
  await sealRouteSecrets();
  const set = ['--callback-grace-ms', '0'];
  account = await createAccount(installation, { set });
  client = createClient(installation.baseUrl, account.apiKey);
  const other = await createAccount(installation, { set });
  const { hmacSecret } = await installation.cli<{ hmacSecret: string }>([
    'account',
    'set',
    String(other.accountId),
    '--hmac',
    'on',
  ]);
  signing = { ...other, hmacSecret };
  await run();
});
after(async () => {
  await rows?.close();
  await receiver?.close();
  await installation?.stop();
});

async function sealRouteSecrets(): Promise<void> {
  const { stdout } = await installation.runCli(['catalogue', 'export']);
  const file = join(tmpdir(), `jokko-scan-${process.pid}.json`);
  writeFileSync(
    file,
    stdout
      .replace('"${SIMULATOR_API_KEY}"', JSON.stringify(providerKey))
      .replace('"${SIMULATOR_NOTICE_SECRET}"', JSON.stringify(noticeSecret)),
  );
  try {
    await installation.cli(['catalogue', 'import', file]);
  } finally {
    rmSync(file);
  }
}

const post = async (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<string> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await sendRequest(`${client.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  answers.push(answer.text);
  return answer.text;
};

/** Successes and every kind of error that a request, a provider or a receiver can cause. */
async function run(): Promise<void> {
  const { apiKey } = account;
  const callbackUrl = receiver.url;
  const order = (members: Record<string, unknown> = {}) =>
    payOut({ apiKey, callbackUrl, ...members });
  const byCard = (members: Record<string, unknown> = {}) =>
    order({ ...card, cardCVC: cvc, ...members });
  const bodies = [
    order(),
    order({ callbackUrl: `${callbackUrl}/fail` }),
    ...['7028', '9028', '8002', '8003', '8004', '8005', '8006'].map((digits) =>
      order({ phone: `77000${digits}` }),
    ),
    ...cards.map((number) => byCard({ cardNumber: number })),
  ];
  const opened = await Promise.all(bodies.map((body) => post(operation, body)));
  assert.ok(
    opened.filter((text) => text.includes('"code":2000')).length >= bodies.length - 3,
    opened.join('\n'),
  );
  await Promise.all(
    bodies
      .slice(0, 3)
      .map((body) =>
        untilStatus(
          client,
          String(body['externalTransactionId']),
          body['phone'] === '770007028' ? 'FAILLED' : 'SUCCESS',
        ).catch(() => {}),
      ),
  );
  const whole = JSON.stringify(byCard({ cardNumber: mistypedCard }));
  const wrong = `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;
  const requests: [string, unknown, Record<string, string>?][] = [
    // Refused by form, with everything in it.
    [operation, byCard({ cardNumber: `${mistypedCard}x` })],
    [operation, byCard({ cardNumber: mistypedCard, amount: -1 })],
    [operation, byCard({ cardNumber: mistypedCard, cardExpireYear: '01' })],
    [
      operation,
      byCard({ cardNumber: mistypedCard, callbackUrl: `ftp://${apiKey}@client.example` }),
    ],
    [operation, byCard({ cardNumber: mistypedCard, codeService: 'NOPE' })],
    [operation, byCard({ cardNumber: Number(mistypedCard), cardCVC: Number(cvc) })],
    [
      operation,
      byCard({ cardNumber: mistypedCard, phone: 'x', data: `{"card":"${mistypedCard}"` }),
    ],
    // No JSON, cut off, too deep, too large, twice a member, not UTF-8.
    [operation, whole.slice(0, -20)],
    [operation, `${whole},`],
    [operation, `[${whole}]`],
    [operation, whole.replace('{', '{"cardNumber":1,')],
    [operation, `${'['.repeat(40)}${whole}`],
    [operation, `${whole.slice(0, -1)},"pad":"${'x'.repeat(70_000)}"}`],
    // Media are spooled to disk.
    [
      operation,
      order({
        codeService: 'CHAT_MESSAGING',
        phone: '+221770000001',
        message: 'm',
        attachedMediaExtension: '.png',
        attachedMediaName: 'p',
        attachedMedia: Buffer.alloc(120_000).toString('base64'),
      }),
    ],
    // Wrong keys: mistyped, in the wrong place, two at once.
    [operation, { ...order(), apiKey: wrong }],
    [operation, order(), { Secretkey: wrong }],
    [`${statusPath}?apiKey=${apiKey}`, { externalTransactionId: uniqueId() }],
    [`/api-services/${apiKey}`, order()],
    [statusPath, { apiKey, externalTransactionId: uniqueId() }],
    [
      '/api-services/new-claim',
      { apiKey, subject: 's', message: 'm', transactionId: '9999999999999' },
    ],
    ['/api-services/transaction/refund-cancel', { apiKey, transactionId: '9999999999999' }],
    [
      '/api-services/list-pending-bills',
      { apiKey, codeService: 'BILLERA_SN_BILL_PAY', billAccountNumber: '7028' },
    ],
    ['/api-services/remit-send-info', { apiKey, ...remitSendData }],
  ];
  for (const [path, body, headers] of requests) await post(path, body, headers);
  await replayProtection(callbackUrl);
  await brokenConnections(apiKey);
  for (const path of [
    '/healthz',
    '/readyz',
    '/docs/en/start',
    `/deep/1-${apiKey}`,
    `/api-services/balance?apiKey=${apiKey}`,
  ]) {
    answers.push(
      (await sendRequest(`${client.baseUrl}${path}`, { headers: { Secretkey: apiKey } })).text,
    );
  }
  await commands(apiKey);
  const told = Promise.all(
    bodies.map((body) => receiver.waitFor(String(body['externalTransactionId']))),
  );
  // What was left without an answer is asked for later, on a busy machine more than once.
  for (let times = 0; times < 8; times++) {
    await advanceClock(installation, 30);
    if (await Promise.race([told, sleep(2_000)])) break;
  }
  await told;
}

async function replayProtection(callbackUrl: string): Promise<void> {
  const send = (body: string, secret: string, at: number) =>
    post(operation, body, {
      Timestamp: String(at),
      'Hmac-Signature': createHmac('sha256', secret).update(`POST:${at}:${body}`).digest('hex'),
    });
  const body = (): string => JSON.stringify(payOut({ apiKey: signing.apiKey, callbackUrl }));
  const good = body();
  const at = Date.now();
  assert.match(await send(good, signing.hmacSecret, at), /"code":2000/);
  await send(good, signing.hmacSecret, at);
  await send(body(), 'another secret', Date.now());
  await send(body(), signing.hmacSecret, Date.now() - 3_600_000);
  await post(operation, body());
  // A developer's mistake: the secret where the signature belongs.
  await post(operation, body(), {
    Timestamp: String(Date.now()),
    'Hmac-Signature': signing.hmacSecret,
  });
}

/** What never becomes a request: it must not be logged as text either. */
async function brokenConnections(apiKey: string): Promise<void> {
  const secrets = `Secretkey: ${apiKey}\r\nX-Card: ${mistypedCard}`;
  for (const text of [
    `GET /api-services/balance HTTP/1.1\r\nHost: x\r\n${secrets}\r\nbroken header\r\n\r\n`,
    `GET /${apiKey} HTTP/9.9\r\n${secrets}\r\n\r\n`,
    `POST ${operation} HTTP/1.1\r\nHost: x\r\n${secrets}\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    `POST ${operation} HTTP/1.1\r\nHost: x\r\n${secrets}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${mistypedCard}\r\n\r\n`,
  ]) {
    answers.push((await rawRequest(client.baseUrl, text)).text);
  }
}

/** Commands with a secret where it does not belong. */
async function commands(apiKey: string): Promise<void> {
  const rotated = await installation.cli<{ apiKey: string }>([
    'key',
    'rotate',
    String(account.accountId),
    '--overlap',
    '1h',
  ]);
  replaced = rotated.apiKey;
  for (const words of [
    ['key', 'revoke', apiKey],
    ['doctor'],
    ['secrets', 'status'],
    ['key', 'list', String(account.accountId)],
  ]) {
    const { stdout, stderr } = await installation.runCli(words);
    answers.push(stdout, stderr);
  }
}

function canaries(): Canary[] {
  return [
    { name: 'API key', text: account.apiKey },
    // Its secret alone, in case only the prefix was cut.
    { name: "API key's secret", text: account.apiKey.split('_')[3]! },
    { name: 'API key of the signing account', text: signing.apiKey.split('_')[3]! },
    { name: 'API key after rotation', text: replaced.split('_')[3]! },
    { name: 'API key of the sandbox', text: installation.apiKey.split('_')[3]! },
    { name: 'webhook secret', text: account.webhookSecret.slice('whsec_'.length) },
    { name: 'HMAC secret', text: signing.hmacSecret },
    { name: 'provider key', text: providerKey },
    { name: 'secret of notices', text: noticeSecret },
    { name: 'key-encryption key', text: environment.JOKKO_SECRET_KEY },
    { name: 'key-encryption key, as bytes', text: keyEncryptionKey.toString('hex') },
    ...[...cards, mistypedCard].map((text) => ({ name: 'card number', text })),
    { name: 'CVC in quotes', text: `"${cvc}"` },
  ];
}

function needles(): Needle[] {
  const raw: Needle[] = [
    { canary: 'key-encryption key', spelling: 'bytes', bytes: keyEncryptionKey },
    {
      canary: 'webhook secret',
      spelling: 'bytes',
      bytes: Buffer.from(account.webhookSecret.slice('whsec_'.length), 'base64'),
    },
  ];
  return [...needlesOf(canaries()), ...raw];
}

/** Every row of every table as text. */
async function dump(): Promise<Map<string, string>> {
  const tables = await rows.read<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const lines = await rows.read<{ line: string }>(`select t::text as line from ${name} t`);
    texts.set(name, lines.map(({ line }) => line).join('\n'));
  }
  return texts;
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The database removes files while it works. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

describe('S10 I-34', () => {
  it('the scan finds every canary in every spelling', () => {
    for (const needle of needles()) {
      const planted = Buffer.concat([randomBytes(100), needle.bytes, randomBytes(100)]);
      assert.equal(
        findNeedles(planted, [needle], 'here').length,
        1,
        `${needle.canary} ${needle.spelling}`,
      );
    }
    for (const shift of ['', 'x', 'xy', 'xyz']) {
      const wrapped = Buffer.from(Buffer.from(`${shift}${account.apiKey}}`).toString('base64'));
      assert.ok(findNeedles(wrapped, needles(), 'base64').length > 0);
    }
    assert.deepEqual(cardNumbersIn(`a ${cards[0]!}, b`, new Set()), [cards[0]]);
  });

  it('no table has a secret or a card number outside sealed columns', async () => {
    const texts = await dump();
    assert.ok(
      texts.size > 15 && texts.get('operation')!.split('\n').length > 15,
      'there is something to look through',
    );
    const [{ sealed } = { sealed: 0n }] = await rows.read<{ sealed: bigint }>(
      'select count(*) as sealed from api_key where key_sealed is not null',
    );
    assert.ok(sealed >= 4n, 'sandbox keys are kept sealed');
    const found = [...texts].flatMap(([table, text]) =>
      findNeedles(Buffer.from(text), needles(), `table ${table}`),
    );
    assert.deepEqual(found, []);
    const ids = await rows.read<{ id: bigint }>('select id from operation');
    const known = new Set(ids.map(({ id }) => String(id)));
    const numbers = [...texts].flatMap(([table, text]) =>
      cardNumbersIn(text, known).map((number) => `${number} in ${table}`),
    );
    assert.deepEqual(numbers, []);
  });

  it('I-34 the deep search of the doctor finds nothing either', async () => {
    const { ok, checks } = await installation.cli<{
      ok: boolean;
      checks: { id: string; examples: string[] }[];
    }>(['doctor', '--deep']);
    assert.deepEqual([ok, checks.find(({ id }) => id === 'I-34')?.examples], [true, []]);
  });

  it('no file of the installation has one: the database with its log of changes, spools, logs', async () => {
    await rows.read('checkpoint');
    const [{ directory } = { directory: '' }] = await rows.read<{ directory: string }>(
      `select current_setting('data_directory') as directory`,
    );
    const files = new Set([...filesBelow(installation.dataDir), ...filesBelow(directory)]);
    const log = [...files].filter((file) => file.includes('pg_wal'));
    assert.ok(files.size > 100 && log.length > 0);
    const [{ stored } = { stored: '' }] = await rows.read<{ stored: string }>(
      'select external_id as stored from operation limit 1',
    );
    // What is certainly there must be found in rows and in their log, or the scan looks at the
    // wrong files.
    const [control] = needlesOf([{ name: 'control', text: stored }]);
    const places = [...files].filter(
      (file) => file.startsWith(directory) && readIfThere(file).includes(control!.bytes),
    );
    assert.ok(
      places.some((file) => file.includes('pg_wal')) &&
        places.some((file) => file.includes('/base/')),
      places.join(),
    );
    const wanted = needles();
    const found = [...files].flatMap((file) => findNeedles(readIfThere(file), wanted, file));
    assert.deepEqual(found, []);
  });

  it('no log line, metric, answer or callback has one', async () => {
    const metrics = await sendRequest(`${client.baseUrl}/metrics`);
    assert.equal(metrics.status, 200);
    const logs = installation.logs();
    assert.ok(logs.split('\n').length > 30, 'the log has something to say');
    const callbacks = receiver.requests
      .map(({ rawHeaders, text, path }) => `${path} ${rawHeaders.join(' ')} ${text}`)
      .join('\n');
    const places = { log: logs, metrics: metrics.text, answers: answers.join('\n'), callbacks };
    const found = Object.entries(places).flatMap(([place, text]) =>
      findNeedles(Buffer.from(text), needles(), place),
    );
    assert.deepEqual(found, []);
    const ids = new Set(
      (await rows.read<{ id: bigint }>('select id from operation')).map(({ id }) => String(id)),
    );
    assert.deepEqual(
      Object.entries({ log: logs, metrics: metrics.text }).flatMap(([place, text]) =>
        cardNumbersIn(text, ids).map((number) => `${number} in ${place}`),
      ),
      [],
    );
  });
});
