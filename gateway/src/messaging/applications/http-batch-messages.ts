// GET /api/sms/batches/{id}/messages: returns the state of each recipient of a batch, a page at a
// time or all of it as CSV.

import { Readable } from 'node:stream';
import {
  smsCodes,
  smsMessageColumns,
  smsPageDefault,
  smsPageMax,
  smsTexts,
  toJsonNumber,
  type SmsMessageEntry,
  type SmsState,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { hasBatch, listMessages, type BatchMessage } from './index.ts';
import { cutPage } from '../../platform/http/page.ts';
import { batchIdOf, type BatchDeps } from './http-batch.ts';
import { csvOf, csvType, type Cell } from '../../platform/http/portal/csv.ts';
import { refuseField, smsGet, type SmsCall, type SmsEndpoint } from '../api/http-endpoint.ts';
import { readMessagesQuery } from '../api/http-query.ts';

export function batchMessagesEndpoint(deps: BatchDeps): SmsEndpoint {
  return smsGet({
    method: 'GET',
    path: '/api/sms/batches/:id/messages',
    kind: 'read',
    handle: async (call) => {
      const { language, id: appId, accountId } = call.app;
      const query = readMessagesQuery(call.request.query, language);
      if (!query.ok) return query.answer;
      const id = batchIdOf(call);
      if (id === null || !(await hasBatch(deps.database, id, { appId, accountId })))
        return refuseField('id', smsTexts[language].batchUnknown());
      const batch = { id, accountId };
      const { after, state, format } = query;
      if (format === 'csv')
        return sendCsv(call, deps.database, batch, { after, state, limit: query.limit });
      const limit = query.limit ?? smsPageDefault;
      const found = await listMessages(deps.database, batch, { after, state, limit: limit + 1 });
      const { rows, next } = cutPage(found, ({ position }) => position, limit);
      return {
        body: {
          code: smsCodes.read,
          error: false,
          msg: smsTexts[language].ok(),
          data: { messages: rows.map(present), next },
        },
      };
    },
  });
}

type Asked = { after: number; state: SmsState | null; limit: number | null };

/** Streams what may be ten thousand rows; a client that reads slowly holds one page of them. */
function sendCsv(
  { reply }: SmsCall,
  session: Session,
  batch: { id: string; accountId: number },
  asked: Asked,
): { raw: true } {
  void reply
    .header('content-type', csvType)
    .header('content-disposition', `attachment; filename="batch-${batch.id}.csv"`)
    .send(Readable.from(csvOf(forPrograms, smsMessageColumns, csvRows(session, batch, asked))));
  return { raw: true };
}

const forPrograms = { form: 'plain', timeZone: 'UTC' } as const;

async function* csvRows(
  session: Session,
  batch: { id: string; accountId: number },
  { after, state, limit }: Asked,
): AsyncGenerator<Cell[][]> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let last = after;
  for (;;) {
    const rows = await listMessages(session, batch, {
      after: last,
      state,
      limit: Math.min(left, smsPageMax),
    });
    if (rows.length > 0) yield rows.map(cellsOf);
    left -= rows.length;
    last = rows.at(-1)?.position ?? last;
    if (left === 0 || rows.length < smsPageMax) return;
  }
}

function cellsOf(message: BatchMessage): Cell[] {
  const { msisdn, ...entry } = present(message);
  const texts = { ...entry, msisdn: null };
  return smsMessageColumns.map((column) => {
    // A plus before nothing but digits is a number of a phone to every program.
    if (column === 'msisdn') return { digits: msisdn };
    const value = texts[column];
    return value === null ? null : String(value);
  });
}

function present({
  position,
  msisdn,
  country,
  operator,
  state,
  reason,
  ...message
}: BatchMessage): SmsMessageEntry {
  return {
    position,
    msisdn: `+${msisdn}`,
    country,
    operator,
    state,
    reason,
    partsDelivered: message.partsDelivered,
    price: toJsonNumber(message.price),
    currency: message.currency,
    refunded: message.refunded,
    sentAt: message.sentAt?.toISOString() ?? null,
    updatedAt: message.updatedAt.toISOString(),
  };
}
