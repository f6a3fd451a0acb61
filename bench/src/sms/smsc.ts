// Reads what the simulator's SMSC has accepted and reported so far, through its control interface.

import type { Stack } from '../stack/index.ts';

export interface Smsc {
  /** Parts that it took. */
  accepted: number;
  /** Receipts that the gateway acknowledged: it does so once they are stored. */
  acknowledged: number;
  binds: { session: number; unanswered: number; peakUnanswered: number }[];
}

/** `GET /control/sms`, what the bench needs of it. */
interface State {
  counts: { accepted: number; acknowledged: number };
  smpp: { accounts: { binds: Smsc['binds'] }[] };
}

export async function readSmsc(stack: Stack): Promise<Smsc> {
  const { counts, smpp } = await read<State>(stack, '/control/sms');
  return {
    accepted: counts.accepted,
    acknowledged: counts.acknowledged,
    binds: smpp.accounts.flatMap(({ binds }) => binds),
  };
}

/** The whole book, compared with itself. */
export interface SmscBook {
  accepted: number;
  /** Accepted without an answer. */
  unanswered: number;
  /** Equal sender, number and text. */
  acceptedTwiceCount: number;
  /** How many have one receipt, two, … */
  receiptsEach: { [count: string]: number };
  acknowledged: number;
}

export function readSmscBook(stack: Stack): Promise<SmscBook> {
  return read<SmscBook>(stack, '/control/sms/reconcile');
}

/** Where a carrier over HTTP sends reports. */
export async function registerWebhook(
  stack: Stack,
  account: string,
  webhook: string,
): Promise<void> {
  const answer = await fetch(`${stack.simulator.url}/control/sms/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, webhook }),
  });
  if (!answer.ok) throw new Error(`webhook of the simulator: HTTP ${answer.status}`);
}

async function read<T>(stack: Stack, path: string): Promise<T> {
  const answer = await fetch(stack.simulator.url + path);
  if (!answer.ok) throw new Error(`${path} of the simulator: HTTP ${answer.status}`);
  return (await answer.json()) as T;
}
