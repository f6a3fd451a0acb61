// GET /api/sms/batches/{id}/messages: what became of each recipient? A page at a time, or all of it as CSV.

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
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
import type { Session } from '../../db/database.ts';
import { hasBatch, listMessages, type BatchMessage } from '../../domain/sms/index.ts';
import { batchIdOf, type BatchDeps } from './batch.ts';
import { csvLine } from './csv.ts';
import { refuseField, registerSmsGet, type SmsCall } from './endpoint.ts';
import { pageOf, readMessagesQuery } from './query.ts';

export function registerBatchMessages(app: FastifyInstance, deps: BatchDeps): void {
  registerSmsGet(app, deps, '/api/sms/batches/:id/messages', async (call) => {
    const { language, id: appId, accountId } = call.app;
    const query = readMessagesQuery(call.request.query, language);
    if (!query.ok) return query.answer;
    const id = batchIdOf(call);
    if (id === null || !(await hasBatch(deps.database, id, { appId, accountId })))
      return refuseField('id', smsTexts[language].batchUnknown());
    const batch = { id, accountId };
    const { after, state, format } = query;
    if (format === 'csv') return sendCsv(call, deps.database, batch, { after, state, limit: query.limit });
    const limit = query.limit ?? smsPageDefault;
    const found = await listMessages(deps.database, batch, { after, state, limit: limit + 1 });
    const { rows, next } = pageOf(found, limit, ({ position }) => String(position));
    return { body: { code: smsCodes.read, error: false, msg: smsTexts[language].ok(), data: { messages: rows.map(present), next } } };
  });
}

type Asked = { after: number; state: SmsState | null; limit: number | null };

/** Streams what may be ten thousand rows; a client that reads slowly holds one page of them. */
function sendCsv({ reply }: SmsCall, session: Session, batch: { id: string; accountId: number }, asked: Asked): { raw: true } {
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="batch-${batch.id}.csv"`)
    .send(Readable.from(csvPages(session, batch, asked)));
  return { raw: true };
}

async function* csvPages(
  session: Session,
  batch: { id: string; accountId: number },
  { after, state, limit }: Asked,
): AsyncGenerator<string> {
  yield csvLine(smsMessageColumns);
  let left = limit ?? Number.POSITIVE_INFINITY;
  let last = after;
  for (;;) {
    const rows = await listMessages(session, batch, { after: last, state, limit: Math.min(left, smsPageMax) });
    if (rows.length > 0) yield rows.map(csvOf).join('');
    left -= rows.length;
    last = rows.at(-1)?.position ?? last;
    if (left === 0 || rows.length < smsPageMax) return;
  }
}

function csvOf(message: BatchMessage): string {
  const entry = present(message);
  return csvLine(smsMessageColumns.map((column) => entry[column]));
}

function present({ position, msisdn, country, operator, state, reason, ...message }: BatchMessage): SmsMessageEntry {
  return {
    position,
    msisdn: `+${msisdn}`,
    country,
    operator,
    state,
    reason,
    partsDelivered: message.partsDelivered,
    price: toJsonNumber(message.price),
    refunded: message.refunded,
    sentAt: message.sentAt?.toISOString() ?? null,
    updatedAt: message.updatedAt.toISOString(),
  };
}
