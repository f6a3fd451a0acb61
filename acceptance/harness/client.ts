// How does a test call the gateway? With node's own HTTP client, which sends exactly the headers and bytes given, or over a bare socket.

import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
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
}

/** One request on a connection of its own. Answers are not judged. */
export function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body, timeoutMs = 30_000, localAddress }: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const from = localAddress === undefined ? {} : { localAddress };
    const request = httpRequest(url, { method, agent: false, headers: { ...length, ...headers }, ...from }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString('utf8');
        const arrivedAt = performance.now();
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, text, json: parseJson(text), elapsedMs: arrivedAt - startedAt, arrivedAt });
      });
    });
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
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
  /** An object is sent as compact JSON, text and bytes as they are. Answers below /api-services/ are checked against the contract. */
  post(path: string, body: object | string | Buffer, headers?: Record<string, string | string[]>): Promise<Answer>;
  get(path: string, headers?: Record<string, string | string[]>): Promise<Answer>;
  /** POST operation with `apiKey` and a JSON body; a member that is undefined is left out. */
  operation(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** POST get-transaction-status. Three look-ups a minute and transaction (rule S2). */
  status(externalTransactionId: string): Promise<Answer>;
  /** `data.balance` of GET balance. */
  balance(): Promise<number>;
}

export function createClient(baseUrl: string, apiKey: string): Client {
  const judged = async (path: string, options: RequestOptions): Promise<Answer> => {
    const answer = await sendRequest(`${baseUrl}${path}`, options);
    const problems = answerProblems(path, answer);
    assert.deepEqual(problems, [], `the answer of ${path} keeps the contract: ${answer.text.slice(0, 600)}`);
    return answer;
  };
  const post: Client['post'] = (path, body, headers = {}) => {
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return judged(path, { method: 'POST', body: bytes, headers: { 'content-type': 'application/json', ...headers } });
  };
  const get: Client['get'] = (path, headers = {}) => judged(path, { headers });
  return {
    baseUrl,
    apiKey,
    post,
    get,
    operation: (body, headers) => post('/api-services/operation', { apiKey, ...body }, headers),
    status: (externalTransactionId) => post('/api-services/get-transaction-status', { apiKey, externalTransactionId }),
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

/**
 * Writes `bytes` to a socket as they are and reads until the answer is complete, the other side closes, or the time is up.
 * `wholeConnection`: reads on until the other side closes, for several requests one behind the other.
 */
export function rawRequest(
  baseUrl: string,
  bytes: string | Buffer,
  { timeoutMs = 5_000, wholeConnection = false }: { timeoutMs?: number; wholeConnection?: boolean } = {},
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
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (wholeConnection) return;
      const { headers, body } = readRawAnswer(text);
      if (headers['content-length'] !== undefined && Buffer.byteLength(body) >= Number(headers['content-length'])) finish(false);
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
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = rest.join('\r\n\r\n');
  return { text, status: Number(statusLine.split(' ')[1] ?? 0), headers, body, json: parseJson(body) };
}
