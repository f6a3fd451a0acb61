// Routes by which a developer previews and sends SMS. What is refused is answered as a problem of
// the form.

import { checkSender, proposeGsm, readScheduleAt, type GsmProposal } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { noteAuditOnce } from '../../platform/audit/index.ts';
import type { Routing } from '../routing/index.ts';
import {
  findOwnApp,
  listSenders,
  previewMessages,
  sendAsUser,
  totalsOfPreview,
  type AcceptDeps,
  type AcceptRefusal,
  type Preview,
} from './index.ts';
import { whenAdmitted, type AdmittedDeps } from '../../platform/http/portal/admitted.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, refuseField, type Refused } from '../../platform/http/portal/refused.ts';

export interface SmsHandlersDeps extends AdmittedDeps {
  database: Database;
  accept: AcceptDeps;
  routing(): Routing;
}

type Sent = { ok: true; answer: RouteResult<'POST sms/send'> } | Refused;
type Problem = NonNullable<RouteResult<'POST sms/send'>['problem']>;

/** How many refused numbers are listed; their count is told besides. */
export const problemsShown = 50;
const wrongSender = refuseField('sender', 'badCharacters');

const wrongTime = refuseField('scheduleAt', 'badCharacters');
const emptyContent = refuseField('content', 'empty');

export function sendingHandlers(deps: SmsHandlersDeps) {
  const { database, accept, routing } = deps;
  return {
    'GET sms/senders'() {
      return { ok: true, answer: { items: listSenders(routing()) } };
    },
    async 'POST sms/preview'({
      body: { app: id, content, sender: given, numbers: msisdns },
      caller: { membership },
    }) {
      const sender = checkSender(given);
      if (sender.kind === 'problem') return wrongSender;
      const app = await findOwnApp(database, id, membership.accountId);
      if (app === null) return notFound;
      const previewed = await previewMessages({ database, routing: routing() }, app, {
        content,
        sender: sender.sender,
        msisdns,
      });
      if (!previewed.ok)
        return { ok: true, answer: { problem: problemOf(previewed.refusal), price: null } };
      const price = priceOf(previewed.preview, proposeGsm(content, app));
      return { ok: true, answer: { problem: null, price } };
    },
    async 'POST sms/send'({
      body: { app: id, content, sender: given, numbers: msisdns, scheduleAt, idempotencyKey },
      caller: { session, membership },
      visit,
    }) {
      const sender = checkSender(given);
      if (sender.kind === 'problem') return wrongSender;
      if (content.trim() === '') return emptyContent;
      const scheduleAtMs = scheduleAt === undefined ? null : readScheduleAt(scheduleAt);
      if (scheduleAt !== undefined && scheduleAtMs === null) return wrongTime;
      const request = {
        sender: sender.sender,
        content,
        msisdns,
        idempotencyKey: `portal-${idempotencyKey}`,
        scheduleAtMs,
        reportUrl: null,
      };
      const { accountId } = membership;
      return whenAdmitted<Sent>(deps, accountId, 'message', async () => {
        // Who is limited to countries writes to these alone, whatever else would be refused.
        const sent = await sendAsUser(accept, { id, accountId }, request);
        if (sent === null) return notFound;
        if (!sent.ok)
          return { ok: true, answer: { problem: problemOf(sent.refusal), batchId: null } };
        await noteAuditOnce(database, {
          who: actorOf(session.user, visit),
          action: 'sms.send',
          accountId,
          subject: `sms/${sent.batchId}`,
          new: { app: id, recipients: msisdns.length },
        });
        return { ok: true, answer: { problem: null, batchId: sent.batchId } };
      });
    },
  } satisfies Partial<Handlers>;
}

function problemOf(refusal: AcceptRefusal): Problem {
  switch (refusal.type) {
    case 'numbers': {
      const numbers = Array.from(refusal.problems).slice(0, problemsShown);
      return {
        type: 'numbers',
        numbers: numbers.map(([number, fault]) => {
          const { problem, meant, country } = fault();
          const lengths = problem === 'wrongLength' ? [...(country?.lengths ?? [])] : [];
          return { number, problem, meant: [...meant], lengths };
        }),
        count: refusal.problems.size,
      };
    }
    case 'scheduleAt':
      return { type: 'scheduleAt', problem: refusal.problem };
    case 'tooManyParts':
      return { type: 'tooManyParts', parts: refusal.parts, partsMax: refusal.partsMax };
    case 'balanceTooLow':
      return { type: 'balanceTooLow', short: refusal.short };
    default:
      return { type: refusal.type };
  }
}

/**
 * The price of each mobile operator, and of them all. `inGsm`: how the text would be in the GSM
 * alphabet; null: it is.
 */
function priceOf(preview: Preview, inGsm: GsmProposal | null) {
  const { text, recipients, prices } = preview;
  const gsmParts = inGsm?.parts ?? null;
  const parts = BigInt(text.parts.length);
  const operators = prices.map(
    ({ country, operator, currency, pricePerPart, recipients: count }) => ({
      country,
      operator,
      currency,
      recipients: count,
      total: pricePerPart * parts * BigInt(count),
    }),
  );
  return {
    encoding: text.encoding,
    parts: text.parts.length,
    recipients: recipients!.count,
    totals: listTotals(totalsOfPreview(preview)),
    inGsm:
      gsmParts === null
        ? null
        : { parts: gsmParts, totals: listTotals(totalsOfPreview(preview, gsmParts)) },
    operators,
  };
}

const listTotals = (totals: ReadonlyMap<string, bigint>) =>
  Array.from(totals, ([currency, total]) => ({ currency, total }));
