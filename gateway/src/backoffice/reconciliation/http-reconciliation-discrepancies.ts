// Routes of the discrepancies of a statement file: a page of them, one with what was said, all as a
// file, and what a user says.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { findDiscrepancy, listDiscrepancies, type Discrepancy } from './index.ts';
import { adjustmentOf } from './adjustment.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { discrepancyExportHandlers } from './http-discrepancy-file.ts';
import { discrepancyNoteHandlers } from './http-discrepancy-notes.ts';
import { reconciliationRuleHandlers } from './http-reconciliation-rules.ts';

type ShownDiscrepancy =
  RouteResult<'GET operator/reconciliation/:id/discrepancies'>['items'][number];

export function reconciliationDiscrepancyHandlers(
  { database }: { database: Database },
  catalogue: () => Catalogue,
) {
  return {
    async 'GET operator/reconciliation/:id/discrepancies'({ params, query }) {
      const place = {
        fileId: Number(params.id),
        class: query.class ?? null,
        state: query.state ?? null,
      };
      const discrepancies = await listDiscrepancies(database, {
        ...place,
        after: query.after === undefined ? null : Number(query.after),
        limit: pageRowsRead,
      });
      const { rows: shown, next } = cutPage(discrepancies, ({ id }) => id);
      const items = shown.map(discrepancyOf);
      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'GET operator/reconciliation-discrepancies/:id'({ params }) {
      const found = await findDiscrepancy(database, Number(params.id));
      if (found === null) return notFound;
      const { notes } = found;
      return {
        ok: true,
        answer: {
          ...discrepancyOf(found.discrepancy),
          fileId: found.discrepancy.fileId,
          route: found.discrepancy.route,
          party: found.discrepancy.party,
          notes,
        },
      };
    },
    ...discrepancyNoteHandlers({ database }),
    ...discrepancyExportHandlers({ database }),
    ...reconciliationRuleHandlers({ database }, catalogue),
  } satisfies Partial<Handlers>;
}

/** Stored as text of ten-thousandths. */
const decimalText = (amount: string | null): bigint | null =>
  amount === null ? null : BigInt(amount);
/** PostgreSQL writes times its own way. */
const instantOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** What was not executed costs nothing. */
function feeDifferenceOf(theirs: Discrepancy['evidence']['theirs']): bigint | null {
  if (theirs?.fee == null || theirs.feeAgreed === null) return null;
  const isExecuted = theirs.status === 'success' || theirs.status === 'reversed';
  return isExecuted ? BigInt(theirs.fee) - BigInt(theirs.feeAgreed) : null;
}

function discrepancyOf(discrepancy: Discrepancy): ShownDiscrepancy {
  const {
    id,
    class: name,
    line,
    accountId,
    accountName,
    operationId,
    currency,
    state,
  } = discrepancy;
  const { theirs, ours } = discrepancy.evidence;
  return {
    id,
    class: name,
    line,
    accountId,
    accountName,
    currency,
    state,
    transactionId: operationId === null ? null : String(operationId),
    theirs: discrepancy.theirs,
    ours: discrepancy.ours,
    difference: discrepancy.theirs - discrepancy.ours,
    ...adjustmentOf(discrepancy),
    feeDifference: feeDifferenceOf(theirs),
    foundAt: discrepancy.foundAt,
    changedAt: discrepancy.changedAt,
    evidence: {
      theirs: theirs && {
        ...theirs,
        amount: decimalText(theirs.amount),
        fee: decimalText(theirs.fee),
        feeAgreed: decimalText(theirs.feeAgreed),
        at: instantOf(theirs.at),
        status: theirs.status as NonNullable<ShownDiscrepancy['evidence']['theirs']>['status'],
      },
      ours: ours && {
        ...ours,
        amount: BigInt(ours.amount),
        sentAt: instantOf(ours.sentAt),
        knownAt: instantOf(ours.knownAt),
      },
    },
  };
}
