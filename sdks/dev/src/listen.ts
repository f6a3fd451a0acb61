// jokko-dev listen: posts each callback of the account to the developer's receiver, one after the
// other, and sends the last one again in other ways when a key is pressed.

import { setTimeout as sleep } from 'node:timers/promises';
import { forged, forward, isVerified, signedLongAgo, type Forwarded } from './forward.ts';
import type { ListenCommand } from './options.ts';
import { openStoredCursor } from './stored-cursor.ts';
import { plain } from './plain.ts';
import { followStream, type Callback } from './stream.ts';

const awayMs = 1_000;
/** A server that ends while it answers is being restarted, or breaks at this very callback. */
const cutsMax = 3;

export async function listen(command: ListenCommand): Promise<void> {
  const { gateway, forwardTo, fromNow, secret, stateFolder } = command;
  const stored = openStoredCursor(stateFolder, gateway, say);
  const last: { callback: Callback | null } = { callback: null };
  let isConnected = false;
  let isTold = false;
  say(`Callbacks of ${gateway.url} ${forwardTo === null ? 'are shown' : `go to ${forwardTo}`}.`);
  takeKeys(command, last);
  await followStream(gateway, {
    cursor: fromNow ? '' : stored.read(),
    begin(cursor) {
      if (!isConnected) say('Listening.');
      isConnected = true;
      isTold = false;
      stored.write(cursor);
    },
    async take(callback, cursor) {
      last.callback = callback;
      if (forwardTo === null) show(callback, secret);
      else report(callback, '', await untilThere(forwardTo, callback));
      stored.write(cursor);
    },
    wait(why) {
      if (!isTold) say(`${why} Trying again.`);
      isTold = true;
      isConnected = false;
    },
  });
}

/** A receiver that is being restarted misses nothing. */
async function untilThere(target: string, callback: Callback): Promise<Forwarded> {
  for (let tries = 0, cuts = 0; ; tries++) {
    const forwarded = await forward(target, callback);
    if (forwarded.isCut && ++cuts >= cutsMax) return forwarded;
    if (!forwarded.isAway && !forwarded.isCut) return forwarded;
    if (tries === 0) say(`${target}: ${forwarded.advice} The callback waits.`);
    await sleep(awayMs);
  }
}

function takeKeys({ forwardTo, secret }: ListenCommand, last: { callback: Callback | null }): void {
  const { stdin } = process;
  if (stdin.isTTY) {
    say('Keys: r again, d twice, f forged, o too old, q quit.');
    stdin.setRawMode(true);
  }
  // A program may press them, too.
  stdin.setEncoding('utf8').on('data', (keys: string) => {
    for (const key of keys) {
      if (key === 'q' || key === '\u0003') process.exit(0);
      if ('rdfo'.includes(key)) pressed(key);
    }
  });
  const pressed = (key: string): void => {
    const { callback } = last;
    if (callback === null) say('No callback has come yet.');
    else if (forwardTo === null) say('Nothing is posted: give --forward-to.');
    else void sendByKey(key, forwardTo, callback, secret);
  };
}

async function sendByKey(
  key: string,
  target: string,
  callback: Callback,
  secret: string | null,
): Promise<void> {
  if (key === 'r') return report(callback, 'again', await forward(target, callback));
  if (key === 'd') {
    const both = await Promise.all([forward(target, callback), forward(target, callback)]);
    for (const forwarded of both) report(callback, 'twice', forwarded);
    return;
  }
  const wrong = key === 'f' ? forged(callback) : signedLongAgo(callback, secret ?? '');
  if (wrong === null)
    return say(
      'To sign an old one, give the webhook secret: --secret whsec_… or JOKKO_WEBHOOK_SECRET.',
    );
  judge(callback, key === 'f' ? 'forged' : 'too old', await forward(target, wrong));
}

/** What a receiver must refuse. */
function judge(callback: Callback, how: string, { status, durationMs }: Forwarded): void {
  const advice =
    status === 200 ? `YOUR RECEIVER ACCEPTED IT: it was ${how}.` : 'refused, as it should be.';
  report(callback, how, { status, durationMs, isAway: false, isCut: false, advice });
}

interface Body {
  status?: string;
  transaction?: { externalTransactionId?: string; amount?: number };
}

/** `SUCCESS order-17 500`. */
function factsOf({ body }: Callback): string[] {
  const { status = '?', transaction = {} } = JSON.parse(body) as Body;
  const { externalTransactionId = '?', amount = '?' } = transaction;
  return [status, externalTransactionId, String(amount)];
}

function show(callback: Callback, secret: string | null): void {
  const checked =
    secret === null
      ? 'signature not checked: give --secret whsec_…'
      : isVerified(callback, secret)
        ? 'signature verified'
        : 'SIGNATURE WRONG: is it the secret of this account?';
  say([...factsOf(callback), checked].join(' '));
}

/** `03:43:59 SUCCESS order-17 500 → 200 12 ms`. */
function report(callback: Callback, how: string, { status, durationMs, advice }: Forwarded): void {
  const words = factsOf(callback);
  if (how !== '') words.push(`(${how})`);
  words.push('→', String(status ?? 'no answer'), `${durationMs} ms`);
  if (advice !== '') words.push(advice);
  say(words.join(' '));
}

function say(text: string): void {
  const time = new Date().toTimeString().slice(0, 8);
  process.stdout.write(`${time} ${plain(text)}\n`);
}
