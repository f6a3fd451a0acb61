// Routes of short messages that people of an account send and follow. The account is always the membership's; apps, batches and lists are
// looked up by it.

import { checkSender, readMsisdn, smsMessageColumns, smsPageMax, toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import { noteAuditOnce } from '../../../domain/audit/index.ts';
import { personOf, type Refused } from '../../../domain/people/index.ts';
import type { Routing } from '../../../domain/sms-routing/index.ts';
import {
  addOptOutsBy,
  findBatchOfAccount,
  findOwnApp,
  hasBatchOfAccount,
  listBatches,
  listInbound,
  listMessages,
  listOptOuts,
  listSenders,
  previewMessages,
  removeOptOutBy,
  sendAsPerson,
  type AcceptDeps,
  type AcceptRefusal,
  type BatchMessage,
} from '../../../domain/sms/index.ts';
import { whenAdmitted, type AdmittedDeps } from '../admitted.ts';
import { csvOf, type Cell } from '../csv.ts';
import type { Handlers } from '../handler.ts';

export interface SmsHandlersDeps extends AdmittedDeps {
  database: Database;
  accept: AcceptDeps;
  routing(): Routing;
}

type Problem = NonNullable<RouteAnswer<'POST sms/send'>['problem']>;

const pageRows = 50;
const problemsShown = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };
const wrongSender: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'sender', problem: 'badCharacters' }] };
const emptyContent: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'content', problem: 'empty' }] };

export function smsHandlers(deps: SmsHandlersDeps) {
  return { ...sendingHandlers(deps), ...batchHandlers(deps), ...listHandlers(deps) } satisfies Partial<Handlers>;
}

function sendingHandlers(deps: SmsHandlersDeps) {
  const { database, accept, routing } = deps;
  return {
    'GET sms/senders'() {
      const items = listSenders(routing()).map(({ pricePerPart, ...of }) => ({ ...of, pricePerPart: toDecimalString(pricePerPart) }));
      return { ok: true, answer: { items } };
    },
    async 'POST sms/preview'({ body: { app: id, content, sender: given, numbers: msisdns }, caller: { membership } }) {
      const sender = checkSender(given);
      if (sender.kind === 'problem') return wrongSender;
      const app = await findOwnApp(database, id, membership.accountId);
      if (app === null) return notFound;
      const previewed = await previewMessages({ database, routing: routing() }, app, { content, sender: sender.sender, msisdns });
      if (!previewed.ok) return { ok: true, answer: { problem: problemOf(previewed.refusal), price: null } };
      const { text, recipients, prices } = previewed.preview;
      const parts = BigInt(text.parts.length);
      const operators = prices.map(({ country, operator, pricePerPart, recipients: count }) => ({
        ...{ country, operator, recipients: count },
        total: pricePerPart * parts * BigInt(count),
      }));
      const total = operators.reduce((sum, operator) => sum + operator.total, 0n);
      const price = {
        ...{ encoding: text.encoding, parts: text.parts.length, recipients: recipients!.count, currency: recipients!.currency },
        total: toDecimalString(total),
        operators: operators.map((operator) => ({ ...operator, total: toDecimalString(operator.total) })),
      };
      return { ok: true, answer: { problem: null, price } };
    },
    async 'POST sms/send'({
      body: { app: id, content, sender: given, numbers: msisdns, idempotencyKey },
      caller: { live, membership },
      visit,
    }) {
      const sender = checkSender(given);
      if (sender.kind === 'problem') return wrongSender;
      if (content.trim() === '') return emptyContent;
      const request = { sender: sender.sender, content, msisdns, idempotencyKey: `portal-${idempotencyKey}` };
      const { accountId } = membership;
      type Sent = { ok: true; answer: RouteAnswer<'POST sms/send'> } | Refused;
      return whenAdmitted<Sent>(deps, accountId, 'message', async () => {
        // Who is limited to countries writes to these alone, whatever else would be refused.
        const sent = await sendAsPerson(accept, { id, accountId }, request);
        if (sent === null) return notFound;
        if (!sent.ok) return { ok: true, answer: { problem: problemOf(sent.refusal), batchId: null } };
        const subject = `sms/${sent.batchId}`;
        const entry = {
          who: personOf(live.person, visit),
          action: 'sms.send',
          accountId,
          subject,
          new: { app: id, recipients: msisdns.length },
        };
        await noteAuditOnce(database, entry);
        return { ok: true, answer: { problem: null, batchId: sent.batchId } };
      });
    },
  } satisfies Partial<Handlers>;
}

function batchHandlers({ database }: SmsHandlersDeps) {
  return {
    async 'GET sms/batches'({ query: { after }, caller: { membership } }) {
      const rows = await listBatches(database, membership.accountId, { after: placeOf(after), limit: pageRows + 1 });
      const items = rows.slice(0, pageRows).map(({ place: _place, charged, createdAt, ...batch }) => ({
        ...batch,
        ...{ charged: toDecimalString(charged), createdAt: createdAt.toISOString() },
      }));
      return { ok: true, answer: { items, next: rows.length > pageRows ? rows[pageRows - 1]!.place : null } };
    },
    async 'GET sms/batches/:id'({ params: { id }, caller: { membership } }) {
      const batch = await findBatchOfAccount(database, id, membership.accountId);
      if (batch === null) return notFound;
      const { charged, refunded, createdAt, validUntil, ...facts } = batch;
      const amounts = { charged: toDecimalString(charged), refunded: toDecimalString(refunded) };
      return { ok: true, answer: { ...facts, ...amounts, createdAt: createdAt.toISOString(), validUntil: validUntil.toISOString() } };
    },
    async 'GET sms/batches/:id/messages'({ params: { id }, query: { state = null, after = '0' }, caller: { membership } }) {
      const { accountId } = membership;
      if (!(await hasBatchOfAccount(database, id, accountId))) return notFound;
      const rows = await listMessages(database, { id, accountId }, { after: Number(after), state, limit: pageRows + 1 });
      const items = rows.slice(0, pageRows).map(({ msisdn, price, sentAt, updatedAt, ...message }) => ({
        ...message,
        ...{
          msisdn: `+${msisdn}`,
          price: toDecimalString(price),
          sentAt: sentAt?.toISOString() ?? null,
          updatedAt: updatedAt.toISOString(),
        },
      }));
      return { ok: true, answer: { items, next: rows.length > pageRows ? String(rows[pageRows - 1]!.position) : null } };
    },
    async 'GET sms/batches/:id/messages.csv'({ params: { id }, query: { state = null, form = 'plain' }, caller: { live, membership } }) {
      const batch = { id, accountId: membership.accountId };
      if (!(await hasBatchOfAccount(database, id, membership.accountId))) return notFound;
      const rows = csvRows((after) => listMessages(database, batch, { after, state, limit: smsPageMax }));
      const content = csvOf({ form, timeZone: live.person.timeZone }, smsMessageColumns, rows);
      return { ok: true, file: { name: `sms-${id}.csv`, type: 'text/csv; charset=utf-8', content } };
    },
  } satisfies Partial<Handlers>;
}

/** A page at a time: whoever reads slowly holds no more than that. */
async function* csvRows(read: (after: number) => Promise<BatchMessage[]>): AsyncGenerator<Cell[][]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map(cellsOf);
    if (rows.length < smsPageMax) return;
    after = rows.at(-1)!.position;
  }
}

function cellsOf({ position, msisdn, country, operator, state, reason, ...message }: BatchMessage): Cell[] {
  const cells: Record<(typeof smsMessageColumns)[number], Cell> = {
    ...{ position: String(position), msisdn: { digits: msisdn }, country, operator, state, reason },
    ...{ partsDelivered: String(message.partsDelivered), price: { amount: message.price }, refunded: String(message.refunded) },
    ...{ sentAt: message.sentAt && { at: message.sentAt }, updatedAt: { at: message.updatedAt } },
  };
  return smsMessageColumns.map((column) => cells[column]);
}

function listHandlers({ database }: SmsHandlersDeps) {
  return {
    async 'GET sms/opt-outs'({ query: { app: id, after = '0' }, caller: { membership } }) {
      if ((await findOwnApp(database, Number(id), membership.accountId)) === null) return notFound;
      const rows = await listOptOuts(database, Number(id), after, pageRows + 1);
      const items = rows
        .slice(0, pageRows)
        .map(({ msisdn, source, created_at }) => ({ msisdn: `+${msisdn}`, source, createdAt: created_at.toISOString() }));
      return { ok: true, answer: { items, next: rows.length > pageRows ? rows[pageRows - 1]!.msisdn : null } };
    },
    async 'POST sms/opt-outs'({ body: { app: id, numbers }, caller: { live, membership }, visit }) {
      const app = await findOwnApp(database, id, membership.accountId);
      if (app === null) return notFound;
      const read = numbers.map((given) => ({ given, digits: readMsisdn(given, app) }));
      const bad = read.filter(({ digits }) => digits === null).map(({ given }) => given);
      if (bad.length > 0) return { ok: true, answer: { added: 0, bad: bad.slice(0, problemsShown) } };
      const msisdns = new Set(read.flatMap(({ digits }) => digits ?? []));
      const change = { who: personOf(live.person, visit), accountId: membership.accountId, appId: id };
      return { ok: true, answer: { added: await addOptOutsBy(database, change, [...msisdns]), bad: [] } };
    },
    async 'POST sms/opt-outs/remove'({ body: { app: id, number }, caller: { live, membership }, visit }) {
      const app = await findOwnApp(database, id, membership.accountId);
      const digits = app === null ? null : readMsisdn(number, app);
      const change = { who: personOf(live.person, visit), accountId: membership.accountId, appId: id };
      if (digits === null || !(await removeOptOutBy(database, change, digits))) return notFound;
      return { ok: true, answer: {} };
    },
    async 'GET sms/inbound'({ query: { app: id, after }, caller: { membership } }) {
      if ((await findOwnApp(database, Number(id), membership.accountId)) === null) return notFound;
      const rows = await listInbound(database, Number(id), { after: placeOf(after), limit: pageRows + 1 });
      const items = rows.slice(0, pageRows).map(({ id: number, sender, recipient, content, complete, consent, receivedAt }) => ({
        ...{ id: String(number), from: /^\d{8,15}$/.test(sender) ? `+${sender}` : sender, to: recipient, text: content },
        ...{ complete, consent, receivedAt: receivedAt.toISOString() },
      }));
      return { ok: true, answer: { items, next: rows.length > pageRows ? rows[pageRows - 1]!.place : null } };
    },
  } satisfies Partial<Handlers>;
}

function placeOf(after: string | undefined): { at: string; id: string } | null {
  const [at, id] = after?.split('-') ?? [];
  return at === undefined || id === undefined ? null : { at, id };
}

function problemOf(refusal: AcceptRefusal): Problem {
  switch (refusal.type) {
    case 'numbers': {
      const numbers = Array.from(refusal.problems, ([number, problem]) => ({ number, problem }));
      return { type: 'numbers', numbers: numbers.slice(0, problemsShown), count: numbers.length };
    }
    case 'tooManyParts':
      return { type: 'tooManyParts', parts: refusal.parts, partsMax: refusal.partsMax };
    case 'balanceTooLow': {
      const { needed, available, currency } = refusal;
      return { type: 'balanceTooLow', needed: toDecimalString(needed), available: toDecimalString(available), currency };
    }
    default:
      return { type: refusal.type };
  }
}
