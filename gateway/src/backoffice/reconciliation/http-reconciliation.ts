// Routes of reconciliation: files, whether they add up, and what is done with a whole file.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database, Session } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { listBankAccounts } from '../bank-accounts/index.ts';
import {
  findFile,
  listFiles,
  readSums,
  repeatMatching,
  withdrawFile,
  type ListedFile,
} from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound } from '../../platform/http/portal/refused.ts';
import { readMatchedDays } from './days.ts';
import { reconciliationDiscrepancyHandlers } from './http-reconciliation-discrepancies.ts';
import { reconciliationUploadHandlers } from './http-reconciliation-upload.ts';
import { uploaderOf } from './http-uploader.ts';

type File = RouteResult<'GET operator/reconciliation'>['items'][number];
type Class = RouteResult<'GET operator/reconciliation/:id'>['sums'][number]['class'];

export function reconciliationHandlers(
  { database }: { database: Database },
  catalogue: () => Catalogue,
) {
  return {
    async 'GET operator/reconciliation'({ query: { route: party = '', after } }) {
      const files = await listFiles(database, {
        party,
        before: after === undefined ? null : Number(after),
        limit: pageRowsRead,
      });
      const { rows: shown, next } = cutPage(files, ({ id }) => id);
      const items = shown.map(fileOf);
      const routes = catalogue().routes.map(({ name }) => name);
      const parties = await partiesOf(database, routes);
      return {
        ok: true,
        answer: {
          routes,
          parties,
          items,
          next,
          days: after === undefined ? await readMatchedDays(database, party) : [],
        },
      };
    },
    async 'GET operator/reconciliation/:id'({ params }) {
      const file = await findFile(database, Number(params.id));
      if (file === null) return notFound;
      const { sums, totals } = await readSums(database, file.id);
      return {
        ok: true,
        answer: {
          ...fileOf(file),
          judgedFrom: file.judgedFrom,
          judgedUntil: file.judgedUntil,
          linesOutside: file.linesOutside,
          sums: sums.map(({ class: name, ...sum }) => ({ ...sum, class: name as Class })),
          totals: totals.map(({ before, ...total }) => ({
            ...total,
            before: before === null ? null : { id: before.fileId, closing: before.closing },
            feesDifference: total.fees - total.feesExpected,
          })),
        },
      };
    },
    async 'POST operator/reconciliation/again'({ body: { id }, caller: { session }, visit }) {
      return (await repeatMatching(database, { id, by: uploaderOf(session.user, visit) }))
        ? { ok: true, answer: {} }
        : conflict;
    },
    async 'POST operator/reconciliation/withdraw'({ body: { id }, caller: { session }, visit }) {
      return (await withdrawFile(database, { id, by: uploaderOf(session.user, visit) }))
        ? { ok: true, answer: {} }
        : conflict;
    },
    ...reconciliationDiscrepancyHandlers({ database }, catalogue),
    ...reconciliationUploadHandlers({ database }, catalogue),
  } satisfies Partial<Handlers>;
}

/** Bank accounts before routes. */
async function partiesOf(session: Session, routes: readonly string[]) {
  const accounts = await listBankAccounts(session);
  return [
    ...accounts.map(({ id, name, closedAt }) => ({
      party: `bank/${id}`,
      name,
      stands: closedAt === null,
    })),
    ...routes.map((name) => ({ party: name, name, stands: true })),
  ];
}

function fileOf(file: ListedFile): File {
  const {
    id,
    party,
    route,
    bankAccount,
    routes,
    name,
    bytes,
    state,
    lines,
    discrepancies,
    discrepanciesOpen,
    position,
    problem,
    uploadedBy,
  } = file;
  return {
    id,
    party,
    route,
    bankAccount: bankAccount?.name ?? null,
    routes,
    name,
    bytes,
    state,
    lines,
    discrepancies,
    discrepanciesOpen,
    position,
    problem,
    uploadedBy,
    from: file.periodFrom,
    until: file.periodUntil,
    doneAt: file.doneAt,
    uploadedAt: file.uploadedAt,
  };
}
