// Finds the callback of a transaction: its place in the event feed, then the bytes in the callback
// stream from that place on.

import { Mistake } from '../options.ts';
import { readStream, type Callback } from '../stream.ts';
import type { Api } from './tool.ts';

const pageSize = 200;
/** 10,000 events. */
const pagesMax = 50;
const streamMaxMs = 10_000;

/** Cancellations and refunds are in the feed alone. */
const told = ['SUCCESS', 'FAILLED'];

interface Event {
  cursor: string;
  status: string;
  transaction: { externalTransactionId: string };
}

/** `id` null: the last one of the account. Throws a Mistake where there is none. */
export async function findCallback(api: Api, id: string | null): Promise<Callback> {
  const { before, wanted } = await findPlace(api, id);
  const deadline = AbortSignal.timeout(streamMaxMs);
  const found: { callback: Callback | null } = { callback: null };
  const enough = new AbortController();
  try {
    await readStream(api, {
      cursor: before,
      signal: AbortSignal.any([deadline, enough.signal]),
      begin() {},
      async take(callback) {
        if (idOf(callback) !== wanted) return;
        found.callback = callback;
        enough.abort();
      },
      wait() {},
    });
  } catch (error) {
    if (error instanceof Mistake || !(deadline.aborted || enough.signal.aborted)) throw error;
  }
  if (found.callback === null) throw new Mistake(`${wanted} has no callback.`);
  return found.callback;
}

/** The cursor before its event. */
async function findPlace(api: Api, id: string | null): Promise<{ before: string; wanted: string }> {
  let before = 'start';
  let last: { before: string; wanted: string } | null = null;
  for (let page = 0; page < pagesMax; page++) {
    const query = before === 'start' ? '' : `&after=${encodeURIComponent(before)}`;
    const { data } = await api.call(`/api-services/events?limit=${pageSize}${query}`);
    const { events, more } = data as { events: Event[]; more: boolean };
    for (const { cursor, status, transaction } of events) {
      const wanted = transaction.externalTransactionId;
      if (told.includes(status) && (id === null || wanted === id)) last = { before, wanted };
      if (id !== null && last !== null) return last;
      before = cursor;
    }
    if (!more) break;
  }
  if (last !== null) return last;
  throw new Mistake(
    id === null
      ? 'The account has no result yet: start_test_operation makes one.'
      : `${id} has no result yet, or none within the first 10,000 of the account.`,
  );
}

const idOf = ({ body }: Callback): unknown =>
  (JSON.parse(body) as { transaction?: { externalTransactionId?: unknown } }).transaction
    ?.externalTransactionId;
