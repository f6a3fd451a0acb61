// Calls the gateway from tests, with Node's own HTTP client, which sends exactly the given headers
// and bytes, or over a raw socket.

import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes, smsTexts } from '@jokko/contract';
import { answerProblems } from './contract-check.ts';
import { parseJson } from './json.ts';
import type { Json } from './json.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Parsed body; undefined when it is no JSON. */
  json: Json;
  /** From the first byte sent to the last byte received. */
  elapsedMs: number;
  /** When the last byte had arrived, on `performance.now()`'s clock. */
  arrivedAt: number;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | undefined;
  /** The connection is cut and the promise rejected after this time. */
  timeoutMs?: number;
  /** The caller's own address: any of 127.0.0.0/8 on Linux. */
  localAddress?: string | undefined;
  whenBusy?: WhenBusy;
}

/**
 * What to do when the node refuses because it has too much to do (F08), as it may on a machine that
 * is busy with something else: ask again after the time it names, as callers are told to; the same,
 * but take for the answer what says that it is the account that asks too much; or take either for
 * the answer.
 */
export type WhenBusy = 'repeat' | 'tellAccount' | 'answer';

const operationPath = '/api-services/operation';

/**
 * A request on a connection of its own; nothing of a refused one is stored. Answers are not judged.
 * Where the connection of an operation is closed without an answer, as it is when a commit takes
 * too long (F03), it is asked again under the same id, as callers are told to; unless `whenBusy` is
 * `answer`.
 */
export async function sendRequest(
  url: string,
  { whenBusy = 'repeat', ...options }: RequestOptions = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const repeatsCut = whenBusy !== 'answer' && new URL(url).pathname === operationPath;
  for (;;) {
    const answer = await (repeatsCut ? untilAnswered : sendOnce)(url, options);
    const waited = performance.now() - startedAt;
    if (!isBusy(answer, whenBusy) || waited > busyMaxMs) return answer;
    await sleep(busyRetryMs);
  }
}

/** What `Retry-After` says of a busy node. One that is closed to all traffic names more. */
const busyRetrySeconds = '1';
const busyRetryMs = 1_000;
const busyMaxMs = 60_000;
const ofNode = new Set<unknown>([
  codes.internal,
  ...Object.values(smsTexts).map((texts) => texts.unavailable()),
]);
const ofAccount = new Set<unknown>([
  codes.tooMany,
  ...Object.values(smsTexts).map((texts) => texts.tooManyRequests()),
]);

/** The SMS interface has one code for all refusals. */
function isBusy({ headers, json }: Pick<Answer, 'headers' | 'json'>, whenBusy: WhenBusy): boolean {
  if (whenBusy === 'answer' || headers['retry-after'] !== busyRetrySeconds) return false;
  const says = (reasons: Set<unknown>): boolean =>
    reasons.has(json?.code) || reasons.has(json?.msg);
  return says(ofNode) || (whenBusy === 'repeat' && says(ofAccount));
}

/** For what may be sent again under its id. A node that is away is not waited for. */
async function untilAnswered(url: string, options: RequestOptions): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await sendOnce(url, options);
    } catch (error) {
      const wasCut = (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (!wasCut || performance.now() - startedAt > busyMaxMs) throw error;
      await sleep(busyRetryMs);
    }
  }
}

function sendOnce(
  url: string,
  { method = 'GET', headers = {}, body, timeoutMs = 120_000, localAddress }: RequestOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const from = localAddress === undefined ? {} : { localAddress };
    const request = httpRequest(
      url,
      { method, agent: false, headers: { ...length, ...headers }, ...from },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          clearTimeout(timer);
          const text = Buffer.concat(chunks).toString('utf8');
          const arrivedAt = performance.now();
          const { statusCode: status = 0, headers: answered } = response;
          resolve({
            status,
            headers: answered,
            text,
            json: parseJson(text),
            elapsedMs: arrivedAt - startedAt,
            arrivedAt,
          });
        });
      },
    );
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}

export interface Client {
  baseUrl: string;
  apiKey: string;
  whenBusy: WhenBusy;
  /**
   * An object is sent as compact JSON, text and bytes as they are. Answers below /api-services/ are
   * checked against the contract.
   */
  post(
    path: string,
    body: object | string | Buffer,
    headers?: Record<string, string | string[]>,
  ): Promise<Answer>;
  get(path: string, headers?: Record<string, string | string[]>): Promise<Answer>;
  /** POST operation with `apiKey` and a JSON body; a member that is undefined is left out. */
  operation(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** POST get-transaction-status. Three look-ups a minute and transaction (rule S2). */
  status(externalTransactionId: string): Promise<Answer>;
  /** `data.balance` of GET balance. */
  balance(): Promise<number>;
}

/** `whenBusy` of all its requests. */
export function createClient(
  baseUrl: string,
  apiKey: string,
  whenBusy: WhenBusy = 'repeat',
): Client {
  const judged = async (path: string, options: RequestOptions): Promise<Answer> => {
    const answer = await sendRequest(`${baseUrl}${path}`, { ...options, whenBusy });
    const problems = answerProblems(path, answer);
    assert.deepEqual(
      problems,
      [],
      `the answer of ${path} keeps the contract: ${answer.text.slice(0, 600)}`,
    );
    return answer;
  };
  const post: Client['post'] = (path, body, headers = {}) => {
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return judged(path, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/json', ...headers },
    });
  };
  const get: Client['get'] = (path, headers = {}) => judged(path, { headers });
  return {
    baseUrl,
    apiKey,
    whenBusy,
    post,
    get,
    operation: (body, headers) => post(operationPath, { apiKey, ...body }, headers),
    status: (externalTransactionId) =>
      post('/api-services/get-transaction-status', { apiKey, externalTransactionId }),
    async balance() {
      const { json } = await get('/api-services/balance', { Secretkey: apiKey });
      assert.equal(json.code, 2000, 'the balance is answered');
      return json.data.balance as number;
    },
  };
}

export interface RawAnswer {
  /** Everything received, as text. */
  text: string;
  status: number;
  headers: Record<string, string>;
  body: string;
  json: Json;
  /** The other side closed the connection within the time. */
  closed: boolean;
}

interface RawOptions {
  /** Far beyond any answer: a machine may stand still for a while. */
  timeoutMs?: number;
  /** Reads on until the other side closes, for several requests one behind the other. */
  wholeConnection?: boolean;
  /** Ends the own half of the connection behind the bytes. */
  saysNoMore?: boolean;
}

/**
 * Writes `bytes` to a socket as they are and reads until the answer is complete, the other side
 * closes, or the time is up. What a node refuses because it is busy is sent again, unless that is
 * the account's own doing.
 */
export async function rawRequest(
  baseUrl: string,
  bytes: string | Buffer,
  options: RawOptions = {},
): Promise<RawAnswer> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await rawOnce(baseUrl, bytes, options);
    if (!isBusy(answer, 'tellAccount') || performance.now() - startedAt > busyMaxMs) return answer;
    await sleep(busyRetryMs);
  }
}

function rawOnce(
  baseUrl: string,
  bytes: string | Buffer,
  { timeoutMs = 60_000, wholeConnection = false, saysNoMore = false }: RawOptions,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...readRawAnswer(text), closed });
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    socket.setEncoding('utf8');
    socket.on('connect', () => (saysNoMore ? socket.end(bytes) : socket.write(bytes)));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (wholeConnection) return;
      const { headers, body } = readRawAnswer(text);
      if (
        headers['content-length'] !== undefined &&
        Buffer.byteLength(body) >= Number(headers['content-length'])
      )
        finish(false);
    });
    socket.on('close', () => finish(true));
    // A reset connection closes too: `close` follows.
    socket.on('error', () => {});
  });
}

function readRawAnswer(text: string): Omit<RawAnswer, 'closed'> {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = rest.join('\r\n\r\n');
  return {
    text,
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    body,
    json: parseJson(body),
  };
}
