// Routes of cases. What is asked for is only an approval request: the domain carries it out when
// another user has approved it.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { ApprovalRequestKinds } from '../approvals/index.ts';
import {
  closeRefusal,
  findWaitingApprovalRequest,
  listCases,
  readCorrected,
  readStanding,
} from './index.ts';
import type { Case, Corrected, ListedCase } from './index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { Operation } from '../../payments/operations/index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import { findSeen } from '../transactions/http-transaction-reading.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { ageingHandlers } from './http-ageing.ts';
import { caseRequestHandlers } from './http-case-requests.ts';

type Item = RouteResult<'GET operator/cases'>['items'][number];
type Found = RouteResult<'GET operator/cases/:account/:id'>;

export function caseHandlers(
  { database }: { database: Database },
  kinds: ApprovalRequestKinds,
  catalogue: () => Catalogue,
) {
  return {
    async 'GET operator/cases'({
      query: { of = 'open', kind, account, after },
      caller: { membership },
    }) {
      const present = catalogue();
      const rows = await listCases(database, {
        of,
        kind: kind ?? null,
        accountId: account === undefined ? null : Number(account),
        services: servicesSeenBy(membership, present),
        after: placeOf(after),
        limit: pageRowsRead,
      });
      const { rows: shown, next } = cutPage(
        rows,
        (last) => `${last.placeUs}-${last.accountId}-${last.id ?? last.transactionId}`,
      );

      return { ok: true, answer: { items: shown.map((row) => itemOf(row, present)), next } };
    },
    async 'GET operator/cases/:account/:id'({ params, caller: { membership } }) {
      const key = { accountId: Number(params.account), id: params.id };
      if ((await findSeen({ database, catalogue }, key, membership)) === null) return notFound;
      const [standing, corrected, waiting] = await Promise.all([
        readStanding(database, key),
        readCorrected(database, key),
        findWaitingApprovalRequest(database, key),
      ]);
      if (standing === null) return notFound;
      const { operation, undecided, cases } = standing;
      const answer: Found = {
        cases: cases.map((each) => caseOf(each, operation, corrected)),
        undecided:
          undecided === null
            ? null
            : {
                purpose: undecided.purpose,
                attempt: undecided.number,
                ours: undecided.refs.ours,
                sentAt: undecided.sentAt,
              },
        suspense: corrected.suspended,
        currency: operation.terms.currency,
        waiting,
      };
      return { ok: true, answer };
    },
    ...ageingHandlers({ database }, catalogue),
    ...caseRequestHandlers({ database }, kinds, catalogue),
  } satisfies Partial<Handlers>;
}

function placeOf(after: string | undefined) {
  const [placeUs, accountId, id] = after?.split('-') ?? [];
  return id === undefined ? null : { placeUs: placeUs!, accountId: Number(accountId), id };
}

function itemOf(row: ListedCase, catalogue: Catalogue): Item {
  const {
    id: caseId,
    kind,
    accountId,
    accountName,
    transactionId,
    direction,
    route,
    currency,
    state,
    resolution,
  } = row;
  return {
    caseId,
    kind,
    accountId,
    accountName,
    transactionId,
    direction,
    route,
    currency,
    state,
    resolution,
    serviceName: catalogue.service(row.codeService)?.name ?? row.codeService,
    amount: row.amount,
    openedAt: row.openedAt,
    closedAt: row.closedAt,
  };
}

function caseOf(each: Case, operation: Operation, corrected: Corrected): Found['cases'][number] {
  const { id: caseId, kind, evidence, resolution, note, approvalRequestId } = each;
  const may = (how: 'booked' | 'explained') =>
    each.closedAt === null && closeRefusal(each, operation, corrected, how) === null;
  return {
    caseId,
    kind,
    evidence,
    resolution,
    note,
    approvalRequestId,
    openedAt: each.openedAt,
    closedAt: each.closedAt,
    mayBook: may('booked'),
    mayExplain: may('explained'),
  };
}
