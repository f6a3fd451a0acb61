// Routes of what two users of the operator must agree on.

import {
  documentKinds,
  isAccountKind,
  type RouteQuery,
  type RouteResult,
} from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { loadAccountNames } from '../../payments/accounts/index.ts';
import {
  approve,
  listApprovalRequests,
  listFilesOf,
  refuseApprovalRequest,
  withdrawApprovalRequest,
} from './index.ts';
import type { ApprovalRequest, ApprovalRequestKinds } from './index.ts';
import { refundLimitApprovalRequest, type RefundLimitApprovalRequest } from '../refunds/index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { accountApprovalRequestMessages, priceRequested } from './http-approval-request-account.ts';
import { failureOf, approvalRequestDetails } from './http-approval-request-details.ts';
import { moneyTerms } from './http-approval-request-money.ts';
import { approvalFileHandlers } from './http-approval-files.ts';
import { previewHandlers } from './http-approval-request-preview.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { Refused } from '../../platform/http/portal/refused.ts';
import { deciderOf, moneyRequestHandlers } from './http-money-requests.ts';

type Item = RouteResult<'GET operator/approval-requests'>['items'][number];
const done = (decided: { ok: true } | Refused) =>
  decided.ok ? { ok: true as const, answer: {} } : decided;

export function approvalRequestHandlers(
  { database, catalogue }: { database: Database; catalogue(): Catalogue },
  kinds: ApprovalRequestKinds,
) {
  const deps = { database, kinds };
  return {
    'GET operator/approval-requests': async ({ query, caller: { session } }) => ({
      ok: true,
      answer: await pageOf(database, query, session.user.id),
    }),
    async 'POST operator/approval-requests/approve'({
      body: { id, note, files },
      caller: { session },
      visit,
    }) {
      const decider = deciderOf(session.user, visit);
      const decided = await approve(deps, decider, id, note.trim() || null, files);
      return decided.ok
        ? { ok: true, answer: { state: decided.state, failure: failureOf(decided.result) } }
        : decided;
    },
    'POST operator/approval-requests/refuse': async ({
      body: { id, note },
      caller: { session },
      visit,
    }) =>
      done(
        await refuseApprovalRequest(deps, deciderOf(session.user, visit), id, note.trim() || null),
      ),
    'POST operator/approval-requests/withdraw': async ({
      body: { id },
      caller: { session },
      visit,
    }) => done(await withdrawApprovalRequest(deps, deciderOf(session.user, visit), id)),
    ...approvalFileHandlers({ database }),
    ...previewHandlers({ database, catalogue }, kinds),
    ...moneyRequestHandlers(deps),
  } satisfies Partial<Handlers>;
}

async function pageOf(
  database: Database,
  { state, after }: RouteQuery<'GET operator/approval-requests'>,
  userId: number,
): Promise<RouteResult<'GET operator/approval-requests'>> {
  const page = {
    ...(state && { state }),
    ...(after && { before: Number(after) }),
    limit: pageRowsRead,
  };
  const { rows: shown, next } = cutPage(await listApprovalRequests(database, page), ({ id }) => id);
  const names = await loadAccountNames(
    database,
    shown.flatMap(({ accountId }) => accountId ?? []),
  );
  const money = await moneyTerms(database, shown);
  const ids = shown.map(({ id }) => id);
  const files = await listFilesOf(database, ids);
  const filesOf = (id: number) =>
    files.flatMap(({ requestId, ...file }) => (requestId === id ? [file] : []));
  const items = shown.map((approvalRequest) => ({
    ...itemOf(approvalRequest, names, userId),
    ...money(approvalRequest),
    files: filesOf(approvalRequest.id),
  }));
  return { items, next };
}

function itemOf(
  approvalRequest: ApprovalRequest,
  names: ReadonlyMap<number, string>,
  userId: number,
): Omit<Item, 'settlement' | 'bookedBefore' | 'files'> {
  const { kind, accountId } = approvalRequest;
  const {
    amount = null,
    currency = null,
    transactionId = null,
  } = approvalRequest.parameters as { amount?: string; currency?: string; transactionId?: string };
  // Those of accounts are in no list of the operator's.
  if (isAccountKind(kind))
    throw new Error(`approval request ${approvalRequest.id} is an account’s`);
  return {
    ...approvalRequestDetails(approvalRequest, userId),
    kind,
    accountId,
    amount,
    currency,
    transactionId,
    what: accountApprovalRequestMessages(approvalRequest) ?? whatOf(approvalRequest),
    price: priceRequested(approvalRequest),
    draft: draftOf(approvalRequest),
    accountName: accountId === null ? null : (names.get(accountId) ?? null),
  };
}

/** Which way the approval request goes, where its kind has several. */
function whatOf({ kind, accountId, parameters }: ApprovalRequest): string | null {
  const { outcome, reference, evidence, how, liableParty, route, settlementId, valueDate } =
    parameters as Record<string, string | null | undefined>;
  if (kind === refundLimitApprovalRequest)
    return limitMessages(accountId, parameters as RefundLimitApprovalRequest);
  if (kind === 'float') return `${route} · ${reference} · ${valueDate}`;
  if (settlementId !== undefined) return String(settlementId);
  const parts =
    kind === 'resolve'
      ? [outcome, reference ?? evidence]
      : kind === 'close-case'
        ? [how, liableParty]
        : [];
  return parts.length === 0
    ? null
    : parts.filter((part) => part !== null && part !== undefined).join(' ');
}

/** Words apart by spaces, which the page translates. */
function limitMessages(
  accountId: number | null,
  { limit, inForce }: RefundLimitApprovalRequest,
): string {
  return `${accountId === null ? 'all_accounts ' : ''}${inForce} raised_to ${limit ?? 'no_limit'}`;
}

function draftOf({ kind, parameters }: ApprovalRequest): Item['draft'] {
  const { draft } = parameters as { draft?: number };
  return draft === undefined || !documentKinds.some((each) => each === kind)
    ? null
    : { kind, id: draft };
}
