// Routes by which a statement file comes in: its pieces, how it would be read, and the word that it
// counts.

import type { RouteBody, RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { findBankAccount } from '../bank-accounts/index.ts';
import { addPiece, previewFile, startUpload, type Party, type StatementLine } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { uploaderOf } from './http-uploader.ts';
import { notFound, refuse } from '../../platform/http/portal/refused.ts';
import { reconciliationBeginHandlers } from './http-reconciliation-begin.ts';
import { wrong } from './http-reconciliation-wrong.ts';

type Asked = Omit<RouteBody<'POST operator/reconciliation/upload'>, 'name'>;
type Line = RouteResult<'POST operator/reconciliation/preview'>['lines'][number];
export function reconciliationUploadHandlers(
  { database }: { database: Database },
  catalogue: () => Catalogue,
) {
  const isRoute = (name: string): boolean =>
    catalogue().routes.some((route) => route.name === name);
  /** Null: it is none, both, or a bank account that was closed. */
  async function partyOf({ route, bankAccountId = null }: Asked): Promise<Party | null> {
    if (bankAccountId === null) return route !== undefined && isRoute(route) ? { route } : null;
    if (route !== undefined) return null;
    const account = await findBankAccount(database, bankAccountId);
    return account === null || account.closedAt !== null ? null : { bankAccountId };
  }
  return {
    async 'POST operator/reconciliation/upload'({
      body: { name, ...party },
      caller: { session },
      visit,
    }) {
      const of = await partyOf(party);
      if (of === null) return wrong('route');
      const by = uploaderOf(session.user, visit);
      return { ok: true, answer: { id: await startUpload(database, { ...of, name, by }) } };
    },
    async 'POST operator/reconciliation/piece'({ query: { id, number }, body }) {
      const taken = await addPiece(database, {
        id: Number(id),
        number: Number(number),
        bytes: body,
      });
      if (taken === 'unknown') return notFound;
      return taken === 'taken' ? { ok: true, answer: {} } : refuse('tooLarge');
    },
    async 'POST operator/reconciliation/preview'({ body: { id, mapping }, caller: { session } }) {
      const previewed = await previewFile(database, id, mapping, session.user.timeZone);
      if (!previewed.ok)
        return previewed.refusal === 'unknown'
          ? notFound
          : wrong(
              `file.${previewed.problem}`,
              previewed.problem === 'empty' ? 'empty' : 'notAllowed',
            );
      const { isKept: _, lines, ...preview } = previewed.preview;
      return { ok: true, answer: { ...preview, lines: lines.map(lineOf) } };
    },
    ...reconciliationBeginHandlers({ database }, catalogue),
  } satisfies Partial<Handlers>;
}

function lineOf({ amount, fee, feeAgreed, at, said: _, ...line }: StatementLine): Line {
  return {
    ...line,
    amount,
    fee,
    feeAgreed,
    at,
  };
}
