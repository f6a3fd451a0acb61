// Routes by which a developer follows SMS batches of the account: a page of them, one, its
// messages, its messages as a file.

import { maskCardNumbers, smsMessageColumns, smsPageMax } from '@jokko/contract';
import {
  findBatchOfAccount,
  hasBatchOfAccount,
  listBatches,
  listMessages,
  type BatchMessage,
} from './index.ts';
import type { Database } from '../../platform/db/database.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { csvFile, type Cell } from '../../platform/http/portal/csv.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { placeOf } from './http-portal-sms-place.ts';

export function batchHandlers({ database }: { database: Database }) {
  return {
    async 'GET sms/batches'({ query: { after }, caller: { membership } }) {
      const rows = await listBatches(database, membership.accountId, {
        after: placeOf(after),
        limit: pageRowsRead,
      });
      const { rows: items, next } = cutPage(rows, ({ place }) => place);
      return { ok: true, answer: { items: items.map(masked), next } };
    },
    async 'GET sms/batches/:id'({ params: { id }, caller: { membership } }) {
      const batch = await findBatchOfAccount(database, id, membership.accountId);
      return batch === null ? notFound : { ok: true, answer: masked(batch) };
    },
    async 'GET sms/batches/:id/messages'({
      params: { id },
      query: { state = null, after = '0' },
      caller: { membership },
    }) {
      const { accountId } = membership;
      if (!(await hasBatchOfAccount(database, id, accountId))) return notFound;
      const rows = await listMessages(
        database,
        { id, accountId },
        { after: Number(after), state, limit: pageRowsRead },
      );
      const { rows: shown, next } = cutPage(rows, ({ position }) => position);
      const items = shown.map((message) => ({ ...message, msisdn: `+${message.msisdn}` }));
      return { ok: true, answer: { items, next } };
    },
    async 'GET sms/batches/:id/messages.csv'({
      params: { id },
      query: { state = null, form = 'plain' },
      caller: { session, membership },
    }) {
      const batch = { id, accountId: membership.accountId };
      if (!(await hasBatchOfAccount(database, id, membership.accountId))) return notFound;
      const rows = csvRows((after) =>
        listMessages(database, batch, { after, state, limit: smsPageMax }),
      );
      const style = { form, timeZone: session.user.timeZone };
      return { ok: true, file: csvFile(`sms-${id}`, style, smsMessageColumns, rows) };
    },
  } satisfies Partial<Handlers>;
}

/** A page at a time, so that a slow reader holds no more than that. */
async function* csvRows(
  read: (after: number) => Promise<BatchMessage[]>,
): AsyncGenerator<Cell[][]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map(cellsOf);
    if (rows.length < smsPageMax) return;
    after = rows.at(-1)!.position;
  }
}

function cellsOf({
  position,
  msisdn,
  country,
  operator,
  state,
  reason,
  ...message
}: BatchMessage): Cell[] {
  const cells: Record<(typeof smsMessageColumns)[number], Cell> = {
    position: String(position),
    msisdn: { digits: msisdn },
    country,
    operator,
    state,
    reason,
    partsDelivered: String(message.partsDelivered),
    price: { amount: message.price },
    currency: message.currency,
    refunded: String(message.refunded),
    sentAt: message.sentAt && { at: message.sentAt },
    updatedAt: { at: message.updatedAt },
  };
  return smsMessageColumns.map((column) => cells[column]);
}

/** In a list of messages nobody needs a card number (rule G2). */
const masked = <Batch extends { content: string | null }>(batch: Batch): Batch =>
  batch.content === null ? batch : { ...batch, content: maskCardNumbers(batch.content) };
