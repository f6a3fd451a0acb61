// Tools that post callbacks of the account to a receiver on this machine or its network, with the
// bytes and signatures of the gateway.

import { forged, forward, signedLongAgo, type Forwarded } from '../forward.ts';
import { isNearAddress } from '../near-address.ts';
import { Mistake, readUrl } from '../options.ts';
import type { Callback } from '../stream.ts';
import { findCallback } from './find-callback.ts';
import type { Tool } from './tool.ts';

const forwardTo = {
  type: 'string',
  description: 'Address of the receiver, such as http://localhost:3000/callback.',
};

type Sent = Pick<Callback, 'headers' | 'body'>;

const sendTestCallback: Tool = {
  name: 'send_test_callback',
  description:
    'Test a receiver on this machine: posts a callback of the account as it is (HTTP 200 is right), with a changed amount, and, where JOKKO_WEBHOOK_SECRET is set, signed ten minutes ago (both must be refused).',
  writes: true,
  input: {
    properties: {
      forwardTo,
      externalTransactionId: {
        type: 'string',
        description: 'Of the transaction whose callback is sent; the last one unless given.',
      },
    },
    required: ['forwardTo'],
  },
  async run({ forwardTo: to, externalTransactionId: id = null }, api) {
    const target = readTarget(String(to));
    const callback = await findCallback(api, id === null ? null : String(id));
    const old = signedLongAgo(callback, api.webhookSecret ?? '');
    const lines = [
      `genuine: ${judged(true, await forward(target, callback))}`,
      `changed amount: ${judged(false, await forward(target, forged(callback)))}`,
      old === null
        ? 'signed ten minutes ago: not sent, set JOKKO_WEBHOOK_SECRET'
        : `signed ten minutes ago: ${judged(false, await forward(target, old))}`,
    ];
    return lines.join('\n');
  },
};

const replayCallback: Tool = {
  name: 'replay_callback',
  description:
    'Post the callback of a transaction once more, with the same body and a new signature, from this machine: to `forwardTo`, or to its own callbackUrl. The gateway’s own list of attempts stays as it is.',
  writes: true,
  input: {
    properties: {
      externalTransactionId: { type: 'string', minLength: 1, description: 'Your identifier.' },
      forwardTo,
    },
    required: ['externalTransactionId'],
  },
  async run({ externalTransactionId, forwardTo: given }, api) {
    const wanted = given === undefined ? null : readTarget(String(given));
    const callback = await findCallback(api, String(externalTransactionId));
    if (wanted === null && callback.url === null)
      throw new Mistake('It has no callbackUrl: give forwardTo.');
    const target = wanted ?? readTarget(callback.url!);
    const sent: Sent = callback;
    const { status, durationMs, advice } = await forward(target, sent);
    return `${target}: ${status ?? 'no answer'} after ${durationMs} ms. ${advice}`.trimEnd();
  },
};

export const callbackTools: readonly Tool[] = [sendTestCallback, replayCallback];

/** An assistant must not post data of payers to an address that it read somewhere. */
function readTarget(text: string): string {
  const target = readUrl('forwardTo', text);
  const { hostname } = new URL(target);
  if (isNearAddress(hostname)) return target;
  throw new Mistake(
    `${hostname} is not on this machine or its network. The page Callbacks of the portal sends callbacks to other addresses.`,
  );
}

function judged(isGenuine: boolean, { status, durationMs, advice }: Forwarded): string {
  const came = `${status ?? 'no answer'} after ${durationMs} ms`;
  if (status === null) return `${came}: ${advice}`;
  if (isGenuine) return status === 200 ? `${came}, right` : `${came}, WRONG: ${advice}`;
  return status === 200 ? `${came}, WRONG: the receiver accepted it` : `${came}, right`;
}
