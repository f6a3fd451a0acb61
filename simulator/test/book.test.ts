// Proves that the provider remembers what it did, whatever happens to its process, and executes
// each reference once.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { airtime, callsTo, card, newFolder, startListener, startProvider } from './provider.ts';
import type { ChildProcess } from 'node:child_process';
import type { Provider } from './provider.ts';

test('same reference and body: the first result again; another body: 409; both at once: executed once', async (t) => {
  const provider = await startProvider(t);
  const body = airtime('r', '0001');
  const both = await Promise.all([
    provider.sandbox('POST', '/operations', body),
    provider.sandbox('POST', '/operations', body),
  ]);
  assert.deepEqual(
    both.map((answer) => answer.status),
    [202, 202],
  );
  assert.equal(both[0]?.body.id, both[1]?.body.id);
  await provider.advance(1);
  const again = await provider.sandbox('POST', '/operations', body);
  assert.deepEqual([again.status, again.body.status], [200, 'succeeded']);
  const other = await provider.sandbox('POST', '/operations', { ...body, amount: '501' });
  assert.deepEqual([other.status, other.body.error.code], [409, 'reference_conflict']);
  assert.deepEqual(await provider.results('r'), ['accepted', 'executed']);
});

test('the order of members and the CVC do not matter to a repeated card submit; the last four digits do', async (t) => {
  const provider = await startProvider(t);
  const body = card('r', '8007');
  await provider.sandbox('POST', '/operations', body);
  const same = Object.fromEntries(
    Object.entries({ ...body, card: { ...(body['card'] as object), cvc: '111' } }).reverse(),
  );
  assert.equal((await provider.sandbox('POST', '/operations', same)).status, 202);
  assert.equal((await provider.sandbox('POST', '/operations', card('r', '8000'))).status, 409);
});

test('no card number and no CVC reaches the book or a notice', async (t) => {
  const folder = newFolder(t);
  const provider = await startProvider(t, { dataDir: folder });
  const listener = await startListener(t);
  await provider.sandbox('POST', '/operations', card('r', '4242', { callbackUrl: listener.url }));
  await provider.advance(1);
  await listener.until(1);
  const texts = [readFileSync(join(folder, 'book.jsonl'), 'utf8'), listener.received[0]!.text];
  for (const text of texts) {
    assert.ok(text.includes('"r"'));
    assert.doesNotMatch(text, /40001234|[":]920[",}]/);
  }
});

test('line separators in what was ordered end no line of the book', async (t) => {
  const provider = await startProvider(t, { answer: 'sync' });
  const service = 'a\u2028b\u2029c';
  await provider.sandbox('POST', '/operations', airtime('r', '0001', { service }));
  assert.deepEqual(await provider.results('r'), ['executed']);
  const statement = await fetch(`${provider.url}/control/statement`);
  assert.equal((await statement.text()).trimEnd().split('\r\n').length, 2);
});

test('kill -9: references, results, claims and the pending work survive; a torn last line is dropped', async (t) => {
  const folder = newFolder(t);
  const listener = await startListener(t);
  const first = await startProcess(folder, { SIM_DELAY_MS: '10' });
  await first.calls.sandbox('POST', '/operations', airtime('done', '0001'));
  await first.calls.sandbox('POST', '/operations', airtime('refused', '7002'));
  await first.calls.sandbox(
    'POST',
    '/operations',
    airtime('slow', '8001', { callbackUrl: listener.url }),
  );
  await first.calls.sandbox('POST', '/operations', airtime('stuck', '8007'));
  await first.calls.advance(2);
  await end(first.process);
  appendFileSync(join(folder, 'book.jsonl'), '{"at":"2026-01-01T00:00:00.000Z","seq":99,"ourRefer');

  const provider = await startProvider(t, { dataDir: folder });
  const statusOf = async (reference: string): Promise<string> =>
    (await provider.sandbox('GET', `/operations/${reference}`)).body.status as string;
  assert.deepEqual(await Promise.all(['done', 'refused', 'slow', 'stuck'].map(statusOf)), [
    'succeeded',
    'failed',
    'pending',
    'pending',
  ]);
  assert.equal(
    (await provider.sandbox('POST', '/operations', airtime('done', '0001'))).status,
    200,
  );
  await provider.advance(20);
  await listener.until(1);
  assert.equal(await statusOf('slow'), 'succeeded');
  const summary = (await provider.control('GET', '/book?summary=1')).body;
  assert.deepEqual([summary.operations, summary.pending, summary.executedTwice], [4, 1, []]);
  assert.deepEqual(summary.byKind.airtime.executed, { count: 2, sums: { XOF: '1000' } });
  const balance = (await provider.sandbox('GET', '/balance')).body.balances.find(
    (entry: { currency: string }) => entry.currency === 'XOF',
  );
  assert.equal(balance.available, '999999000');
});

test('each of our accounts has a float of its own, over a restart, and a reversal is of the one it was paid from', async (t) => {
  const folder = newFolder(t);
  const first = await startProvider(t, { dataDir: folder, answer: 'sync' });
  const walletOf = async ({ gsma }: Provider, wallet: string): Promise<string> =>
    (await gsma('GET', `/accounts/walletid/${wallet}/balance`)).body.availableBalance as string;
  const pay = (wallet: string) => ({
    amount: '500',
    currency: 'XOF',
    creditParty: [{ key: 'msisdn', value: '+221770000001' }],
    debitParty: [{ key: 'walletid', value: wallet }],
  });
  const order = (path: string, body: object) =>
    first.gsma('POST', path, body, { 'x-correlationid': randomUUID() });
  const paid = await order('/transactions/type/disbursement', pay('A'));
  await order('/transactions/type/disbursement', pay('B'));
  await first.sandbox('POST', '/operations', airtime('other', '0001'));
  await order(`/transactions/${paid.body.transactionReference}/reversals`, { type: 'reversal' });
  const floats = async (provider: Provider) => [
    await walletOf(provider, 'A'),
    await walletOf(provider, 'B'),
    await walletOf(provider, 'C'),
    (await provider.sandbox('GET', '/balance')).body.balances[0].available as string,
  ];
  const right = ['1000000000', '999999500', '1000000000', '999999500'];
  assert.deepEqual(await floats(first), right);
  await first.close();
  assert.deepEqual(await floats(await startProvider(t, { dataDir: folder })), right);
});

test('kill -9 under load: every submit that got an answer is still known, none is executed twice', async (t) => {
  const folder = newFolder(t);
  const { process: child, calls } = await startProcess(folder, { SIM_ANSWER: 'sync' });
  const answered: string[] = [];
  let sent = 0;
  const client = async (): Promise<void> => {
    for (;;) {
      const reference = `r${(sent += 1)}`;
      const { body } = await calls.sandbox('POST', '/operations', airtime(reference, '0001'));
      if (body.status === 'succeeded') answered.push(reference);
    }
  };
  const clients = Array.from({ length: 16 }, () => client().catch(() => undefined));
  while (answered.length < 200) await new Promise((resolve) => setTimeout(resolve, 1));
  await end(child);
  await Promise.all(clients);

  const provider = await startProvider(t, { dataDir: folder });
  const { body: summary } = await provider.control('GET', '/book?summary=1');
  assert.ok(summary.byKind.airtime.executed.count >= answered.length);
  assert.ok(summary.operations <= sent);
  assert.deepEqual(summary.executedTwice, []);
  for (const reference of answered)
    assert.equal(
      (await provider.sandbox('GET', `/operations/${reference}`)).body.status,
      'succeeded',
    );
});

test('a second simulator on the same folder is refused while the first lives', async (t) => {
  const folder = newFolder(t);
  const first = await startProcess(folder, {});
  t.after(() => end(first.process));
  await assert.rejects(startProvider(t, { dataDir: folder }), /used by a running simulator/);
});

test('the process ends on SIGTERM, and with its parent when asked to', async (t) => {
  const one = await startProcess(newFolder(t), {});
  one.process.kill('SIGTERM');
  assert.equal(await exitOf(one.process), 0);
  const other = await startProcess(newFolder(t), { SIM_EXIT_WITH_PARENT: '1' });
  other.process.stdin?.end();
  assert.equal(await exitOf(other.process), 0);
});

async function startProcess(
  folder: string,
  more: { [name: string]: string },
): Promise<{ process: ChildProcess; calls: ReturnType<typeof callsTo> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, ...more },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    child.once('exit', () => reject(new Error('the simulator ended at once')));
  });
  return { process: child, calls: callsTo((JSON.parse(line) as { listening: string }).listening) };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = exitOf(child);
  child.kill('SIGKILL');
  await ended;
}
