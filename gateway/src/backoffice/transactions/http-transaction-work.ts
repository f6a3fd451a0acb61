// Routes of an operator's work on one transaction: asking the provider now, internal notes, the
// answer to the customer by SMS, and the file that proves what happened.

import { noteAudit } from '../../platform/audit/index.ts';
import { environment } from '../../platform/environment.ts';
import type { AskedProvider } from '../../payments/operations/index.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { transactionEvidenceHandlers } from './http-transaction-evidence.ts';
import { findSeen, type ReadingDeps } from './http-transaction-reading.ts';
import { answerBySms } from './answer-by-sms.ts';
import { answersOf } from './http-operator-transactions.ts';
import { addNote } from './notes.ts';

/** A status query that is answered with the transaction's state of then. */
export type AskProvider = (key: { accountId: number; id: string }) => Promise<AskedProvider>;

export interface TransactionWorkDeps extends ReadingDeps {
  askProvider: AskProvider;
  /** The clock of the installation, ms since 1970. */
  now(): number;
}

/** The provider's answer does not change faster, and its status queries are limited. */
const askedAgainAfterMs = 10_000;

export function transactionWorkHandlers(deps: TransactionWorkDeps) {
  const { database } = deps;
  const isSoon = createRecent();
  return {
    ...transactionEvidenceHandlers(deps),
    async 'POST operator/transactions/ask'({
      body: { accountId, id },
      caller: { session, membership },
      visit,
    }) {
      const operation = await findSeen(deps, { accountId, id }, membership);
      if (operation === null) return notFound;
      if (isSoon(`${accountId}.${id}`)) return { ok: true, answer: { outcome: 'soon' as const } };
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'transaction.ask',
        accountId,
        subject: `transaction/${id}`,
      });
      return { ok: true, answer: { outcome: await deps.askProvider({ accountId, id }) } };
    },
    async 'POST operator/transactions/answer'({
      body: { accountId, id, language },
      caller: { session, membership },
      visit,
    }) {
      const operation = await findSeen(deps, { accountId, id }, membership);
      if (operation === null) return notFound;
      const { user } = session;
      const text = answersOf(operation, deps.catalogue(), user.timeZone)[language];
      const outcome = await answerBySms(
        database,
        operation,
        { language, text },
        { who: actorOf(user, visit), user, now: deps.now() },
      );
      return { ok: true, answer: { outcome } };
    },
    async 'POST operator/transactions/note'({
      body: { accountId, id, text },
      caller: { session, membership },
      visit,
    }) {
      const note = text.trim();
      if (note === '') return refuseField('text', 'empty');
      const operation = await findSeen(deps, { accountId, id }, membership);
      if (operation === null) return notFound;
      await addNote(database, { accountId, id }, { author: session.user.id, text: note });
      // What it says stays with the transaction.
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'transaction.note',
        accountId,
        subject: `transaction/${id}`,
      });
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}

/** True for a key that was given less than `askedAgainAfterMs` ago on this node. */
function createRecent(): (key: string) => boolean {
  const askedAt = new Map<string, number>();
  return (key) => {
    const now = environment.monotonic();
    for (const [other, at] of askedAt) if (now - at >= askedAgainAfterMs) askedAt.delete(other);
    if (askedAt.has(key)) return true;
    askedAt.set(key, now);
    return false;
  };
}
