// A running simulator with somebody who listens to its notices, for the tests of this folder.

import { createHmac, hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { startSimulator } from '../src/index.ts';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Settings } from '../src/settings.ts';

// Wire bodies are read loosely in tests: an absent member simply fails its assertion.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any;

export interface Received {
  method: string;
  /** With its query. */
  path: string;
  headers: { [name: string]: string };
  text: string;
  body: Body;
}
export interface Answer {
  status: number;
  body: Body;
}

export interface Listener {
  url: string;
  received: Received[];
  /** Status of the next answers; empty: 200. */
  answers: number[];
  until(count: number): Promise<void>;
}

export async function startListener(t: TestContext): Promise<Listener> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers as { [name: string]: string },
        text,
        body: request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
          ? (Object.fromEntries(new URLSearchParams(text)) as Body)
          : (JSON.parse(text) as Body),
      });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notice`;
  return { url, received, answers, until: (count) => until(() => received.length >= count) };
}

/** Lets everything happen that lies in the sockets of this process, however long it stood still. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 500; turn++) await othersTurn();
}

export async function until(condition: () => boolean): Promise<void> {
  const giveUpAtMs = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > giveUpAtMs) throw new Error('waited 60 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-simulator-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

export interface Provider {
  url: string;
  sandbox(method: string, path: string, body?: unknown): Promise<Answer>;
  gsma(
    method: string,
    path: string,
    body?: unknown,
    headers?: { [name: string]: string },
  ): Promise<Answer>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  advance(seconds: number): Promise<void>;
  /** The results in the book for one reference, in their order. */
  results(reference: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Tests whose clock stands already. */
const held = new WeakSet<TestContext>();

/**
 * The clock of providers in this process stands, but for what a test advances: what is due later
 * does not come by itself.
 */
export function holdWallClock(t: TestContext, now = Date.now()): void {
  // Two mocks of one function are not undone in order, and the clock would stand for the tests
  // after this one.
  if (held.has(t)) return;
  held.add(t);
  t.mock.method(Date, 'now', () => now);
}

export async function startProvider(
  t: TestContext,
  options: Partial<Settings> = {},
): Promise<Provider> {
  if (options.holdMs === undefined && options.delayMs === undefined) holdWallClock(t);
  const simulator = await startSimulator({ dataDir: newFolder(t), ...options });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await simulator.close();
    closed = true;
  };
  t.after(close);
  return { ...callsTo(simulator.url), close };
}

/** Calls to a simulator, wherever it runs. */
export function callsTo(url: string): Omit<Provider, 'close'> {
  async function call(
    method: string,
    path: string,
    body: unknown,
    headers: { [name: string]: string },
  ): Promise<Answer> {
    const payload = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: payload,
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as Body) };
  }
  const control: Provider['control'] = (method, path, body) =>
    call(method, `/control${path}`, body, {});
  return {
    url,
    sandbox: (method, path, body) =>
      call(method, `/sandbox/v1${path}`, body, { 'x-api-key': 'sandbox-api-key' }),
    gsma: (method, path, body, headers = {}) => call(method, `/gsma/v1.2/mm${path}`, body, headers),
    control,
    advance: async (seconds) => void (await control('POST', '/clock', { advanceSeconds: seconds })),
    async results(reference) {
      const { body } = await control('GET', `/book?reference=${encodeURIComponent(reference)}`);
      return (body as { result: string }[]).map((line) => line.result);
    },
  };
}

/** A sandbox submit that lacks nothing; `changes` win. */
export function airtime(
  reference: string,
  digits: string,
  changes: { [member: string]: unknown } = {},
): { [member: string]: unknown } {
  const phone = `+22177000${digits}`;
  return {
    reference,
    kind: 'airtime',
    amount: '500',
    currency: 'XOF',
    country: 'SN',
    service: 'OPA_SN_AIRTIME',
    phone,
    ...changes,
  };
}

export function card(
  reference: string,
  digits: string,
  changes: { [member: string]: unknown } = {},
): { [member: string]: unknown } {
  return {
    ...airtime(reference, '0001'),
    kind: 'card',
    service: 'BANK_CARD_API_CASH_OUT',
    card: {
      number: `400012345678${digits}`,
      expireMonth: '09',
      expireYear: '39',
      cvc: '920',
      type: 'VISA',
      firstName: 'First',
      lastName: 'Last',
      email: null,
      merchantName: 'Shop <1>',
      description: 'Purchase',
    },
    ...changes,
  };
}

/** Does the notice prove that the simulator sent it? */
export function isSigned(notice: Received): boolean {
  const timestamp = notice.headers['x-sandbox-timestamp'] ?? '';
  const expected = createHmac('sha256', 'sandbox-notice-secret')
    .update(`${timestamp}.${notice.text}`)
    .digest('hex');
  return notice.headers['x-sandbox-signature'] === expected;
}

export function hasContentHash(notice: Received): boolean {
  return notice.headers['x-content-hash'] === hash('sha256', notice.text, 'hex');
}

/** True when the request ended without any answer. */
export async function isLeftWithoutAnswer(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => false,
    () => true,
  );
}
