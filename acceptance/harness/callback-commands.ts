// The commands `jokko callback …` of one account, and payments whose callbacks they are tried on.

import { createClient } from './client.ts';
import type { Account } from './account.ts';
import type { Installation } from './installation.ts';
import type { Json } from './json.ts';
import { until } from './until.ts';
import { uniqueId, uniquePhone } from './values.ts';

export interface CallbackCommands {
  /** A payment that fails in its answer, so that its callback is due at once. */
  pay(callbackUrl: string): Promise<{ id: string; transactionId: string }>;
  list(...words: string[]): Promise<Json[]>;
  show(transactionId: string): Promise<Json>;
  replay(...words: string[]): Promise<Json>;
  progress(replayId: number): Promise<Json>;
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
  return {
    async pay(callbackUrl) {
      const externalTransactionId = uniqueId('replay');
      const { json } = await client.operation({
        phone: uniquePhone('7028'),
        amount: 100,
        codeService: 'OPA_SN_API_CASH_IN',
        externalTransactionId,
        callbackUrl,
      });
      return { id: externalTransactionId, transactionId: json.data.transactionId };
    },
    list: async (...words) =>
      (await cli<Json>(['callback', 'list', '--account', String(accountId), ...words])).callbacks,
    show,
    replay: (...words) => cli<Json>(['callback', 'replay', ...words]),
    progress: async (replayId) =>
      (await cli<Json>(['callback', 'replays', String(replayId)])).replays[0],
    untilState: (transactionId, state, attempts) =>
      until(`${transactionId} is ${state} after ${attempts}`, async () => {
        const callback = await show(transactionId);
        return callback.state === state && callback.attempts === attempts;
      }),
  };
}
