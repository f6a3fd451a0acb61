// Reads the state of a payment, with status queries that stay below the status limit (rule S2).

import { defined } from '@jokko/contract';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from './client.ts';
import type { Answer, Client } from './client.ts';
import { assertAnswer } from './contract-check.ts';
import type { StoredRows } from './database.ts';
import type { Json } from './json.ts';
import { bookOf } from './provider-book.ts';
import { until } from './until.ts';

const answerReadMs = 300;
const statusPath = '/api-services/get-transaction-status';

/**
 * A loopback address that no other test calls from: look-ups are counted by transaction and
 * address.
 */
export function callerAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
}

/**
 * What a node on a busy machine may answer: too many at once, or not now. Nothing of those is
 * stored.
 */
const notAdmitted: readonly unknown[] = [4029, 5000];

/** Orders an operation until it is not refused for want of room or time. */
export function untilAdmitted(client: Client, body: Record<string, unknown>): Promise<Answer> {
  const order = async (): Promise<Answer | false> => {
    const answer = await client.operation(body);
    return !notAdmitted.includes(answer.json.code) && answer;
  };
  return until('it is admitted', order, { everyMs: 200 });
}

/**
 * So long the answer of refund-cancel waits for the provider’s word, but for the rounding of
 * clocks.
 */
const refundWaitsMs = 3_900;

/**
 * Whether the answer of refund-cancel says that it is done. On a busy machine the provider's word
 * may come later than the answer waits for it, which then says so, and not before: the state that
 * is asked for next must be waited for.
 */
export function isTakenBack({ json, elapsedMs }: Answer): boolean {
  if (json.statutTreatment === 'SUCCESS') return true;
  return json.statutTreatment === 'PENDING' && elapsedMs >= refundWaitsMs;
}

export interface StatusLimitOptions {
  /** Where the call comes from; a fresh address unless given. */
  from?: string;
  /** Members beside externalTransactionId; the client's key unless given. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** POST get-transaction-status from an address of choice, judged by the contract. */
export async function lookUp(
  { baseUrl, apiKey, whenBusy }: Client,
  externalTransactionId: string,
  options: StatusLimitOptions = {},
): Promise<Answer> {
  const { from = callerAddress(), body = { apiKey }, headers = {} } = options;
  const answer = await sendRequest(`${baseUrl}${statusPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ externalTransactionId, ...body }),
    localAddress: from,
    whenBusy,
  });
  assertAnswer(statusPath, answer);
  return answer;
}

/** Looks up until the status is `wanted`; returns that answer's `data`. */
export function untilStatus(
  client: Client,
  externalTransactionId: string,
  wanted: string,
  timeoutMs?: number,
): Promise<Json> {
  let last = '';
  const read = async (): Promise<Json> => {
    const { json, text } = await lookUp(client, externalTransactionId);
    last = text;
    return json.data.status === wanted ? json.data : undefined;
  };
  return until(`${externalTransactionId} is ${wanted}`, read, {
    ...defined({ timeoutMs }),
    everyMs: 100,
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; last answer ${last}`, { cause: error });
  });
}

/**
 * Resolves when our own books have the operation in a state, which is finer than the status that is
 * told.
 */
export async function untilStored(
  rows: StoredRows,
  transactionId: string,
  wanted: string,
): Promise<void> {
  await until(`${transactionId} is ${wanted}`, async () => {
    const [found] = await rows.read<{ state: string }>(
      'select state from operation where id = $1',
      [transactionId],
    );
    return found?.state === wanted;
  });
}

/**
 * Resolves when the provider has an order of this party and the gateway has had the time to read
 * its answer.
 */
export async function untilAccepted(simulatorUrl: string, partyEnd: string): Promise<void> {
  await until(
    `an order of ${partyEnd}`,
    async () => (await bookOf(simulatorUrl, partyEnd)).length > 0,
  );
  await sleep(answerReadMs);
}
