// Routes of the morning proofs: their list, one of them, its page to print, and its signature.

import { currencyDecimals, parseAmount } from '@jokko/contract';
import { noteAudit, recordAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { readProofAnswer, statedBalances } from './answer.ts';
import { proofFile } from './proof-file.ts';
import { apartOf } from './proof.ts';
import { readOpenNow, stillOpen } from './still-open.ts';
import {
  findProof,
  listProofs,
  storeSignature,
  type BankBalance,
  type StoredProof,
} from './store.ts';

/** Later than every day. */
const dayMax = '9999-12-31';

export function morningProofHandlers({ database }: { database: Database }) {
  return {
    async 'GET operator/morning-proofs'({ query: { after } }) {
      if (after !== undefined && !isDay(after)) return refuseField('after', 'notAllowed');
      const found = await listProofs(database, after ?? dayMax, pageRowsRead);
      const { rows, next } = cutPage(found, ({ day }) => day);
      const open = await readOpenNow(database);
      return { ok: true, answer: { items: rows.map((row) => summaryOf(row, open)), next } };
    },
    async 'GET operator/morning-proofs/:day'({ params: { day } }) {
      const found = isDay(day) ? await findProof(database, day) : null;
      return found === null
        ? notFound
        : { ok: true, answer: await readProofAnswer(database, found) };
    },
    async 'GET operator/morning-proofs/:day/pdf'({ params: { day }, caller: { session }, visit }) {
      const found = isDay(day) ? await findProof(database, day) : null;
      if (found === null) return notFound;
      const { user } = session;
      await noteAudit(database, {
        who: actorOf(user, visit),
        action: 'morning-proof.export',
        subject: `morning-proof/${day}`,
      });
      const answer = await readProofAnswer(database, found);
      return { ok: true, file: proofFile(answer, user) };
    },
    async 'POST operator/morning-proofs/sign'({ body, caller: { session }, visit }) {
      const { day, note } = body;
      const typed = readBank(body.bank);
      if (typed === null) return refuseField('bank', 'notAllowed');
      const { user } = session;
      const found = isDay(day) ? await findProof(database, day) : null;
      if (found === null) return notFound;
      // Somebody wrote it with the database alone.
      if (!found.sealed) return conflict;
      return inTransaction(database, async (transaction) => {
        const stated = await statedBalances(transaction, day);
        const bank = [
          ...stated.map(({ currency, amount }) => ({ currency, amount })),
          ...typed.filter((each) => !stated.some(({ currency }) => currency === each.currency)),
        ];
        if (!(await storeSignature(transaction, day, { userId: user.id, bank, note })))
          return conflict;
        await recordAudit(transaction, {
          who: actorOf(user, visit),
          action: 'morning-proof.sign',
          subject: `morning-proof/${day}`,
          new: { bank, note },
        });
        return { ok: true as const, answer: {} };
      });
    },
  } satisfies Partial<Handlers>;
}

const summaryOf = (
  { day, madeAt, agrees, proof, signature }: StoredProof,
  open: Awaited<ReturnType<typeof readOpenNow>>,
) => ({
  day,
  madeAt,
  agrees,
  points: proof.points,
  open: stillOpen(proof, open).length,
  signedBy: signature?.by ?? null,
  apart: apartOf(proof),
});

/** What fits the pattern need be no day. */
const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** Null: a currency that is not known or stands twice, or an amount that it does not have. */
function readBank(given: readonly BankBalance[]): BankBalance[] | null {
  const currencies = new Map<string, number>(Object.entries(currencyDecimals));
  const seen = new Set<string>();
  for (const { currency, amount } of given) {
    const decimals = currencies.get(currency);
    const plain = amount.startsWith('-') ? amount.slice(1) : amount;
    if (decimals === undefined || seen.has(currency) || parseAmount(plain, decimals) === null)
      return null;
    seen.add(currency);
  }
  return given.map(({ currency, amount }) => ({ currency, amount }));
}
