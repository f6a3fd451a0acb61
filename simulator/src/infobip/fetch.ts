// What Infobip's callers fetch: reports and messages from phones, each once, and logs.

import { readJson, isMembers, sendJson, textMember } from '../http/exchange.ts';
import { sendError } from './errors.ts';
import { partCount, presentInbox, presentLog, presentReport } from './report.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Inbound, Report } from '../sms/message.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Presenter } from './report.ts';

const defaultLimit = 50;
const limitMax = 1_000;
const logsKeptMs = 48 * 3_600_000;

type Version = 1 | 2 | 3;

export function fetchReports(
  deps: CarrierDeps,
  presenter: Presenter,
  exchange: Exchange,
  version: Version,
): void {
  const fits = filterOf(exchange);
  const pulled = deps.webhook.pull(
    limitOf(exchange),
    (delivery): delivery is Report =>
      delivery.kind === 'report' && fits(delivery.message.id, delivery.message.group),
  );
  const results = pulled.map((report) => presentReport(presenter, report, version));
  sendJson(exchange, 200, { results });
}

export function fetchInbox(deps: CarrierDeps, presenter: Presenter, exchange: Exchange): void {
  const isMessage = (delivery: { kind: string }): delivery is Inbound =>
    delivery.kind === 'inbound';
  const pulled = deps.webhook.pull(limitOf(exchange), isMessage);
  sendJson(exchange, 200, presentInbox(pulled, deps.webhook.waiting('inbound'), presenter.nowMs()));
}

/** Newest first, of the last 48 hours. What was refused in the answer is not in it. */
export function fetchLogs(
  deps: CarrierDeps,
  presenter: Presenter,
  exchange: Exchange,
  version: Version,
): void {
  const fits = filterOf(exchange);
  const sinceMs = presenter.nowMs() - logsKeptMs;
  const { query } = exchange;
  const sender = query.get(version === 3 ? 'sender' : 'from');
  const destination = query.get(version === 3 ? 'destination' : 'to');
  const ids = query.getAll('messageId').flatMap((id) => deps.references.find(id) ?? []);
  const results = (query.has('messageId') ? ids : deps.references.newest())
    .filter(
      ({ message }) =>
        message.atMs >= sinceMs &&
        fits(message.id, message.group) &&
        (sender === null || sender === message.from) &&
        (destination === null || destination.replace(/^\+/, '') === message.to),
    )
    .slice(0, limitOf(exchange))
    .map((known) => presentLog(known, version));
  sendJson(exchange, 200, { results });
}

/** How many parts a text has. */
export async function preview(exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const text = isMembers(body) ? textMember(body, 'text') : undefined;
  if (text === undefined)
    return sendError(exchange, 400, [{ property: 'text', violation: 'must not be blank' }]);
  const previews = [{ textPreview: text, messageCount: partCount(text), configuration: {} }];
  sendJson(exchange, 200, { originalText: text, previews });
}

function filterOf({ query }: Exchange): (id: string, bulkId: string) => boolean {
  const ids = new Set(query.getAll('messageId'));
  const bulkIds = new Set(query.getAll('bulkId'));
  return (id, bulkId) =>
    (ids.size === 0 || ids.has(id)) && (bulkIds.size === 0 || bulkIds.has(bulkId));
}

function limitOf({ query }: Exchange): number {
  const limit = query.get('limit') ?? '';
  return /^[1-9][0-9]{0,3}$/.test(limit) ? Math.min(Number(limit), limitMax) : defaultLimit;
}
