// What became of a payment? Status look-ups that stay clear of the look-up limit (rule S2), and the provider's own book.

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from './client.ts';
import type { Answer, Client } from './client.ts';
import { assertAnswer } from './contract-check.ts';
import type { Json } from './json.ts';
import { until } from './until.ts';

const answerReadMs = 300;
const statusPath = '/api-services/get-transaction-status';

/** A loopback address that no other test calls from: look-ups are counted by transaction and address. */
export function callerAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
}

export interface LookUpOptions {
  /** Where the call comes from; a fresh address unless given. */
  from?: string;
  /** Members beside externalTransactionId; the client's key unless given. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** POST get-transaction-status from an address of choice, judged by the contract. */
export async function lookUp({ baseUrl, apiKey }: Client, externalTransactionId: string, options: LookUpOptions = {}): Promise<Answer> {
  const { from = callerAddress(), body = { apiKey }, headers = {} } = options;
  const answer = await sendRequest(`${baseUrl}${statusPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ externalTransactionId, ...body }),
    localAddress: from,
  });
  assertAnswer(statusPath, answer);
  return answer;
}

/** Looks up until the status is `wanted`; returns that answer's `data`. */
export function untilStatus(client: Client, externalTransactionId: string, wanted: string, timeoutMs = 10_000): Promise<Json> {
  let last = '';
  const read = async (): Promise<Json> => {
    const { json, text } = await lookUp(client, externalTransactionId);
    last = text;
    return json.data.status === wanted ? json.data : undefined;
  };
  return until(`${externalTransactionId} is ${wanted}`, read, { timeoutMs, everyMs: 100 }).catch((error: unknown) => {
    throw new Error(`${String(error)}; last answer ${last}`, { cause: error });
  });
}

interface BookLine {
  ourReference: string;
  kind: string;
  direction: 'in' | 'out';
  amount: string;
  party: string;
  result: 'accepted' | 'executed' | 'failed' | 'canceled' | 'reversed' | 'dropped';
}

/** The provider's lines about one party (phone, account number or card), in their order. */
export async function bookOf(simulatorUrl: string, partyEnd: string): Promise<BookLine[]> {
  const { text } = await sendRequest(`${simulatorUrl}/control/book`);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as BookLine).filter(({ party }) => party.endsWith(partyEnd));
}

/** Resolves when the provider has an order of this party and the gateway has had the time to read its answer. */
export async function untilAccepted(simulatorUrl: string, partyEnd: string): Promise<void> {
  await until(`an order of ${partyEnd}`, async () => (await bookOf(simulatorUrl, partyEnd)).length > 0);
  await sleep(answerReadMs);
}

/** How often money moved for a party. */
export async function executionsOf(simulatorUrl: string, partyEnd: string): Promise<number> {
  return (await bookOf(simulatorUrl, partyEnd)).filter(({ result }) => result === 'executed').length;
}
