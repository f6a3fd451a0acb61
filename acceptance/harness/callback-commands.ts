// The commands `jokko callback …` of one account, and payments whose callbacks they are tried on.

import assert from 'node:assert/strict';
import { advanceClock, type Account } from './account.ts';
import { createClient } from './client.ts';
import type { Installation } from './installation.ts';
import type { Json } from './json.ts';
import type { Receiver } from './receiver.ts';
import { until } from './until.ts';
import { uniqueId, uniquePhone } from './values.ts';

/** A callback is tried for 72 hours; one more. */
const abandonedAfterSeconds = 73 * 3_600;

interface Payment {
  id: string;
  transactionId: string;
}

export interface CallbackCommands {
  /** A payment that fails in its answer, so that its callback is due at once. */
  pay(callbackUrl: string): Promise<Payment>;
  /**
   * Payments whose callbacks the receiver refuses until they are abandoned; it takes what comes
   * from then on.
   */
  payAbandoned(receiver: Receiver, count: number): Promise<Payment[]>;
  list(...words: string[]): Promise<Json[]>;
  show(transactionId: string): Promise<Json>;
  replay(...words: string[]): Promise<Json>;
  progress(replayId: number): Promise<Json>;
  /** Resolves when a replay has delivered them all; the receiver has had each again. */
  untilReplayed(replayId: number, paid: readonly Payment[], receiver: Receiver): Promise<void>;
  /** Resolves when so many attempts have left it in a state. */
  untilState(transactionId: string, state: string, attempts: number): Promise<unknown>;
}

export function createCallbackCommands(
  { cli, baseUrl }: Pick<Installation, 'cli' | 'baseUrl'>,
  { accountId, apiKey }: Account,
): CallbackCommands {
  const client = createClient(baseUrl, apiKey);
  const show = async (transactionId: string): Promise<Json> =>
    (await cli<Json>(['callback', 'show', transactionId])).callbacks[0];
  const list = async (...words: string[]): Promise<Json[]> =>
    (await cli<Json>(['callback', 'list', '--account', String(accountId), ...words])).callbacks;
  const progress = async (replayId: number): Promise<Json> =>
    (await cli<Json>(['callback', 'replays', String(replayId)])).replays[0];
  const pay = async (callbackUrl: string): Promise<Payment> => {
    const externalTransactionId = uniqueId('replay');
    const { json } = await client.operation({
      phone: uniquePhone('7028'),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId,
      callbackUrl,
    });
    return { id: externalTransactionId, transactionId: json.data.transactionId };
  };
  return {
    pay,
    list,
    show,
    progress,
    replay: (...words) => cli<Json>(['callback', 'replay', ...words]),
    async payAbandoned(receiver, count) {
      receiver.answerWith({ status: 503 });
      const paid = await Promise.all(Array.from({ length: count }, () => pay(receiver.url)));
      await until(
        'all attempts are stored',
        async () => (await list('--state', 'due', '--error-class', 'http_status')).length === count,
      );
      await advanceClock({ cli }, abandonedAfterSeconds);
      await until(
        'all are abandoned',
        async () => (await list('--state', 'parked')).length === count,
      );
      receiver.answerWith({});
      return paid;
    },
    async untilReplayed(replayId, paid, receiver) {
      const done = await until('the replay is done', async () => {
        const now = await progress(replayId);
        return now.state === 'done' && now.delivered === paid.length && now;
      });
      const { total, released, due, parked } = done;
      assert.deepEqual([total, released, due, parked], [paid.length, paid.length, 0, 0]);
      for (const { id } of paid) assert.ok(receiver.requestsFor(id).length >= 3);
    },
    untilState: (transactionId, state, attempts) =>
      until(`${transactionId} is ${state} after ${attempts}`, async () => {
        const callback = await show(transactionId);
        return callback.state === state && callback.attempts === attempts;
      }),
  };
}
