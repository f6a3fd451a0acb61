// Proves that the program does what README says, typed as a user types it: one node on a directory
// whose database was made before (embedded.test.ts makes one), commands beside it, then SIGTERM.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../platform/db/database.ts';
import { findRunningEmbedded } from '../../platform/db/embedded.ts';
import { runProgram } from '../../main.ts';
import { fillDataDir } from '../doctor/testing/data-dir.ts';
import { findRunningSimulator } from '../simulator/process.ts';
import { balanceOf, makeTypedPlace, stop, type Balance, type Ready } from '../testing/typed.ts';

const { place, dataDir, environment, launch, serve: serveNode, remove } = makeTypedPlace();

let node: ChildProcess;
let ready: Ready;

async function serve(more: { [name: string]: string } = {}): Promise<ChildProcess> {
  const served = await serveNode(more);
  ready = served.ready;
  return served.child;
}
interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
  json<T>(): T;
}
function outcomeOf(code: number, stdout: string, stderr: string): Outcome {
  return { code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T };
}
/** As a user types it: a process of its own. */
async function type(args: string[], more: { [name: string]: string } = {}): Promise<Outcome> {
  const child = launch(args, more);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return outcomeOf(code, stdout, stderr);
}
/** The same without the half second of a process, where the test is about what the command does. */
async function jokko(args: string[], more: { [name: string]: string } = {}): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const own = process.env;
  process.env = { ...environment, ...more };
  try {
    const code = await runProgram(args, {
      out: (text) => (stdout += text),
      err: (text) => (stderr += text),
    });
    return outcomeOf(code, stdout, stderr);
  } finally {
    process.env = own;
  }
}
const balance = (apiKey: string): Promise<Balance> => balanceOf({ ...ready, apiKey });

before(async () => {
  mkdirSync(dataDir);
  await fillDataDir(dataDir);
  node = await serve();
});
after(async () => {
  if (node.exitCode === null) await stop(node);
  remove();
});

test('the first start makes an account with a key and money', async () => {
  assert.match(ready.apiKey, /^jk_test_/);
  const [main, other] = ['XOF', 'XAF'].map((currency) => ({ currency, balance: 1_000_000 }));
  assert.deepEqual((await balance(ready.apiKey)).data, { ...main, balances: [main, other] });
});

test('a second node on the same directory shares database, simulator and account; the first goes on when it leaves', async () => {
  const first = ready;
  const second = await serve({ JOKKO_NODE_ID: 'second' });
  assert.equal(ready.apiKey, first.apiKey);
  assert.notEqual(ready.baseUrl, first.baseUrl);
  assert.equal(await stop(second), 0);
  ready = first;
  assert.equal((await balance(ready.apiKey)).code, 2000);
});

test('a statement that the database refuses is told in a line, without a stack', async () => {
  const database = openDatabase(findRunningEmbedded(dataDir)!);
  const rename = (from: string, to: string) =>
    database.query({ name: `${from} to ${to}`, text: `alter table ${from} rename to ${to}` });
  await rename('callback_replay', 'callback_replay_away');
  try {
    const { code, stderr } = await type(['callback', 'replays']);
    assert.deepEqual(
      [code, stderr],
      [1, 'jokko: the database reported an error: relation "callback_replay" does not exist\n'],
    );
    const { error } = JSON.parse((await jokko(['callback', 'replays', '--json'])).stderr) as {
      error: string;
    };
    assert.match(error, /callback_replay/);
  } finally {
    await rename('callback_replay_away', 'callback_replay');
    await database.close();
  }
});

test('accounts: create, fund, set, rotate, show', async () => {
  const created = await type([
    'account',
    'create',
    '--name',
    'Shop',
    '--fund',
    '2500',
    '--activate',
    'OPA_SN_API_CASH_IN',
    '--json',
  ]);
  assert.equal(created.code, 0, created.stderr);
  const { accountId, apiKey, webhookSecret } = created.json<{
    accountId: number;
    apiKey: string;
    webhookSecret: string;
  }>();
  assert.match(webhookSecret, /^whsec_/);
  const funded = { currency: 'XOF', balance: 2_500 };
  assert.deepEqual((await balance(apiKey)).data, { ...funded, balances: [funded] });
  const added = await jokko(['account', 'fund', String(accountId), '500', '--json']);
  assert.equal(added.code, 0, added.stderr);
  assert.equal((await balance(apiKey)).data.balance, 3_000);
  const set = await jokko([
    'account',
    'set',
    String(accountId),
    '--callback-grace-ms',
    '0',
    '--language',
    'en',
    '--json',
  ]);
  assert.deepEqual(set.json<object>(), {
    accountId,
    name: 'Shop',
    language: 'en',
    currency: 'XOF',
    allowHttpCallbacks: false,
    callbackGraceMs: 0,
    mirrorFields: false,
    rateLimit: null,
    smsAcceptWithoutPlus: false,
    parksPayouts: true,
    operationMax: null,
  });
  const rotated = (
    await jokko(['key', 'rotate', String(accountId), '--overlap', '0', '--json'])
  ).json<{ apiKey: string }>();
  assert.equal((await balance(rotated.apiKey)).code, 2000);
  assert.equal((await balance(apiKey)).code, 4001);
  assert.equal(
    (await jokko(['account', 'show-key', String(accountId)])).stdout.trim(),
    rotated.apiKey,
  );
});

test('hmac: the secret is told once; rotate, show, finish; webhook-secret rotate', async () => {
  const created = await jokko(['account', 'create', '--name', 'Signer', '--json']);
  const id = String(created.json<{ accountId: number }>().accountId);
  const off = await jokko(['hmac', 'rotate', id]);
  assert.deepEqual([off.code, /HMAC is off/.test(off.stderr)], [1, true]);
  const on = (await jokko(['account', 'set', id, '--hmac', 'on', '--json'])).json<{
    hmac: boolean;
    hmacSecret: string;
  }>();
  assert.match(on.hmacSecret, /^hmac_/);
  const again = (await jokko(['account', 'set', id, '--hmac', 'on', '--json'])).json<object>();
  assert.deepEqual(
    [Object.hasOwn(again, 'hmac'), Object.hasOwn(again, 'hmacSecret')],
    [true, false],
  );
  const rotated = (await jokko(['hmac', 'rotate', id, '--overlap', '2h', '--json'])).json<{
    hmacSecret: string;
  }>();
  assert.notEqual(rotated.hmacSecret, on.hmacSecret);
  const shown = await jokko(['hmac', 'show', id]);
  assert.match(
    shown.stdout,
    /^HMAC is on, 2 valid secrets\.\n\nSECRET .*\n.* yes\n.* never .* no\n$/,
  );
  assert.ok(!shown.stdout.includes('hmac_'));
  assert.deepEqual((await jokko(['hmac', 'finish', id, '--json'])).json<object>(), {
    accountId: Number(id),
    ended: 1,
  });
  assert.match(
    (await jokko(['webhook-secret', 'rotate', id, '--json'])).json<{ webhookSecret: string }>()
      .webhookSecret,
    /^whsec_/,
  );
  const turnedOff = (await jokko(['account', 'set', id, '--hmac', 'off', '--json'])).json<{
    hmac: boolean;
  }>();
  assert.equal(turnedOff.hmac, false);
  assert.match((await jokko(['hmac', 'show', id])).stdout, /^HMAC is off/);
  for (const command of [
    ['hmac', 'show'],
    ['hmac', 'rotate'],
    ['hmac', 'finish'],
    ['webhook-secret', 'rotate'],
  ])
    assert.deepEqual(
      [(await jokko([...command, '999'])).code, (await jokko([...command, 'x'])).code],
      [1, 2],
      command.join(' '),
    );
});

test('catalogue: what export writes import reads; a fault is told with its line and changes nothing', async () => {
  const file = join(place, 'catalogue.json');
  const exported = await type(['catalogue', 'export']);
  assert.equal(exported.code, 0, exported.stderr);
  writeFileSync(file, exported.stdout);
  const imported = await jokko(['catalogue', 'import', file, '--json']);
  assert.equal(imported.code, 0, imported.stderr + imported.stdout);
  assert.deepEqual(imported.json<object>(), { ok: true, version: 2 });
  const lines = exported.stdout.split('\n');
  const at = lines.findIndex((line) => line.includes('"OPA_SN_API_CASH_IN"'));
  writeFileSync(
    file,
    lines
      .map((line, index) => (index === at ? line.replace('"OPA_SN"', '"NOWHERE"') : line))
      .join('\n'),
  );
  const refused = await jokko(['catalogue', 'import', file]);
  assert.equal(refused.code, 1, refused.stderr + refused.stdout);
  assert.match(refused.stdout, new RegExp(`catalogue.json:${at + 1} `));
  assert.equal((await jokko(['catalogue', 'export'])).stdout, exported.stdout);
});

test('the clock moves in the gateway and in the simulator', async () => {
  const moved = await jokko(['clock', 'advance', '900', '--json']);
  const { behind, ...told } = moved.json<{ behind: string[] }>();
  assert.deepEqual(told, { advancedSeconds: 900, offsetSeconds: 900, simulator: true });
  // It may be the one node that runs, which may have stood still for longer than the command waits.
  assert.ok(behind.length <= 1, behind.join());
});

test('doctor: every invariant of the live database', async () => {
  const { code, stdout } = await jokko(['doctor', '--json']);
  assert.equal(code, 0, stdout);
});

test('what cannot be meant ends with 2 and says why', async () => {
  for (const [args, why] of [
    [['account', 'create'], /missing --name NAME/],
    [['account', 'fund', 'x', '5'], /not the number of an account/],
    [['account', 'fund', '1', '1.5'], /not an amount of XOF/],
    [['account', 'set', '1', '--hmac', 'maybe', '--colour', 'red'], /--colour/],
    [['acount'], /unknown command 'acount'\. Did you mean account\?\n$/],
    [['account'], /missing command after "jokko account"\n$/],
    [
      ['account', 'set', '1', '--languag', 'fr'],
      /unknown option '--languag'\. Did you mean --language\?\n$/,
    ],
    [['help', 'acount'], /Did you mean account/],
    [['migrate', 'now'], /unexpected argument now/],
  ] as const) {
    const { code, stderr } = await jokko([...args]);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, why);
  }
  const typed = await type(['acount']);
  assert.deepEqual([typed.code, /unknown command 'acount'/.test(typed.stderr)], [2, true]);
  const faulty = await jokko(['doctor'], { PORT: 'x', JOKKO_MODE: 'y' });
  assert.equal(faulty.code, 2);
  assert.match(faulty.stderr, /PORT must/);
  assert.match(faulty.stderr, /JOKKO_MODE must/);
});

test('help and version are printed on standard output; an error with --json is JSON', async () => {
  for (const [args, text] of [
    [[], /^Usage: jokko COMMAND/],
    [['help'], /^Usage: jokko COMMAND/],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
    [['help', 'account'], /^Usage: jokko account COMMAND/],
    [['account', '--help'], /^Usage: jokko account COMMAND/],
    [['account', 'fund', '-h'], /^Usage: jokko account fund ACCOUNT AMOUNT/],
    [['help', 'sms', 'routing', 'import'], /^Usage: jokko sms routing import FILE/],
  ] as const) {
    const { code, stdout, stderr } = await jokko([...args]);
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    assert.match(stdout, text);
  }
  const { code, stderr } = await jokko(['account', 'create', '--json']);
  assert.deepEqual([code, JSON.parse(stderr)], [2, { error: 'missing --name NAME' }]);
});

test('what is refused ends with 1: another mode, a wrong key', async () => {
  const random = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString(
    'base64',
  );
  const live = await jokko(['migrate'], { JOKKO_MODE: 'live', JOKKO_SECRET_KEY: random });
  assert.deepEqual([live.code, /never changes its mode/.test(live.stderr)], [1, true]);
  const otherKey = await jokko(['migrate'], { JOKKO_SECRET_KEY: random });
  assert.deepEqual(
    [otherKey.code, /not the key of this installation/.test(otherKey.stderr)],
    [1, true],
  );
});

test('a database that a newer version upgraded is refused, and says what to do', async () => {
  const database = openDatabase(findRunningEmbedded(dataDir)!);
  const newer = `'9999_newer.sql'`;
  try {
    await database.query({
      name: 'upgrade',
      text: `insert into migration (name, checksum) values (${newer}, 'x')`,
    });
    for (const refused of [await jokko(['migrate']), await type(['serve'])]) {
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /newer schema .*9999_newer\.sql.* Start the version that upgraded/,
      );
    }
  } finally {
    await database.query({ name: 'undo', text: `delete from migration where name = ${newer}` });
    await database.close();
  }
});

test('S10 no key of an account is in any log', () => {
  const logs = readdirSync(dataDir).filter((name) => name.endsWith('.log'));
  assert.deepEqual(logs.sort(), ['postgres.log', 'simulator.log']);
  for (const name of logs)
    assert.ok(!readFileSync(join(dataDir, name), 'utf8').includes('jk_test_'), name);
});

test('SIGTERM ends the node with everything it started; the next start shows the same key', async () => {
  const { apiKey } = ready;
  assert.equal(await stop(node), 0);
  assert.equal(findRunningEmbedded(dataDir), null);
  assert.equal(findRunningSimulator(dataDir), null);
  node = await serve();
  assert.equal(ready.apiKey, apiKey);
});
