// Sends SMS and follows their state as a client does: with an application's key, requests and
// status queries.

import assert from 'node:assert/strict';
import { sendRequest } from './client.ts';
import type { Answer, WhenBusy } from './client.ts';
import type { Installation } from './installation.ts';
import type { Json } from './json.ts';
import { until } from './until.ts';

export interface SmsApp {
  appId: string;
  appKey: string;
}

/** `set`: words for `sms-app set`. */
export async function createSmsApp(
  { cli }: Pick<Installation, 'cli'>,
  accountId: number,
  set: readonly string[] = [],
): Promise<SmsApp> {
  const app = await cli<SmsApp>(['sms-app', 'create', String(accountId)]);
  if (set.length > 0) await cli(['sms-app', 'set', app.appId, ...set]);
  return app;
}

/** A recipient as a look-up answers it. */
export interface SmsMessage {
  position: number;
  msisdn: string;
  state: string;
  reason: string | null;
  price: number;
  refunded: boolean;
  partsDelivered: number;
  sentAt: string | null;
}

export interface SmsClient {
  appKey: string;
  /** POST /api/send-sms; `sender` is TEST unless given. */
  send(
    body: { msisdn: string | readonly string[]; content: string; sender?: string },
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Sends, expects acceptance, answers the batch's id. */
  accept(msisdn: string | readonly string[], content?: string): Promise<string>;
  /** `data` of the batch's look-up. */
  batch(id: string): Promise<Json>;
  messages(id: string): Promise<SmsMessage[]>;
  /** The messages once `isDone` says so of each. */
  untilEach(
    id: string,
    what: string,
    isDone: (message: SmsMessage) => boolean,
    options?: { timeoutMs?: number },
  ): Promise<SmsMessage[]>;
  /** The only message of a batch, once it is in `state`. Throws with what it is instead. */
  untilState(id: string, state: string, options?: { timeoutMs?: number }): Promise<SmsMessage>;
}

const pageMax = 1_000;
let texts = 0;

/** A text that no other call gave. */
export const uniqueText = (): string => `text ${process.pid} ${++texts}`;

/**
 * `baseUrl` is asked before each request: a test may change nodes. `whenBusy`: of what it sends.
 */
export function createSmsClient(
  baseUrl: () => string,
  appKey: string,
  whenBusy: WhenBusy = 'repeat',
): SmsClient {
  const get = async (path: string): Promise<Json> => {
    const answer = await sendRequest(`${baseUrl()}${path}`, { headers: { 'App-Key': appKey } });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.data as Json;
  };
  const send: SmsClient['send'] = (body, headers = {}) =>
    sendRequest(`${baseUrl()}/api/send-sms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ app_key: appKey, sender: 'TEST', ...body }),
      whenBusy,
    });
  const client: SmsClient = {
    appKey,
    send,
    async accept(msisdn, content = uniqueText()) {
      const answer = await send({ msisdn, content });
      assert.equal(answer.status, 200, answer.text);
      return String(answer.headers['x-batch-id']);
    },
    batch: (id) => get(`/api/sms/batches/${id}`),
    async messages(id) {
      const all: SmsMessage[] = [];
      for (let after: string | null = null; ;) {
        const page: Json = await get(
          `/api/sms/batches/${id}/messages?limit=${pageMax}${after === null ? '' : `&after=${after}`}`,
        );
        all.push(...(page.messages as SmsMessage[]));
        after = page.next as string | null;
        if (after === null) return all;
      }
    },
    async untilEach(id, what, isDone, limit = {}) {
      let last: SmsMessage[] = [];
      const done = async () => (last = await client.messages(id)).every(isDone) && last;
      return until(what, done, { ...limit, everyMs: 50 }).catch((error: unknown) => {
        const open = last.filter((message) => !isDone(message));
        throw new Error(
          `${String(error)}; ${open.length} of ${last.length} not, such as ${JSON.stringify(open[0])}`,
        );
      });
    },
    async untilState(id, state, options) {
      const [message] = await client.untilEach(
        id,
        `the message is ${state}`,
        (each) => each.state === state,
        options,
      );
      return message!;
    },
  };
  return client;
}
