// Routes of claims. A developer's account is always the membership's; both sides keep to the
// countries of their membership.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { ListedClaim } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { createClaimWork, type ClaimWork } from './http-claim-work.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { newClaimHandlers } from './http-portal-new-claim.ts';

export function claimHandlers(deps: { database: Database }, catalogue: () => Catalogue) {
  const work = createClaimWork(deps, catalogue);
  return { ...developerHandlers(deps, catalogue, work), ...operatorHandlers(catalogue, work) };
}

function developerHandlers(
  { database }: { database: Database },
  catalogue: () => Catalogue,
  { page, find, describe, say, move }: ClaimWork,
) {
  return {
    async 'GET claims'({ query: { status, after }, caller: { membership } }) {
      const { shown, next } = await page(membership, status ?? null, after);
      return {
        ok: true,
        answer: { items: shown.map((claim) => itemOf(claim, catalogue())), next },
      };
    },
    async 'GET claims/:reference'({ params: { reference }, caller }) {
      const claim = await find(caller, reference);
      return claim === null
        ? notFound
        : {
            ok: true,
            answer: { ...itemOf(claim, catalogue()), ...(await describe(claim, caller)) },
          };
    },
    'POST claims/:reference/message': ({ params: { reference }, body, caller, visit }) =>
      say(caller, visit, reference, body.message),
    'POST claims/:reference/move': ({
      params: { reference },
      body: { to, message },
      caller,
      visit,
    }) => move(caller, visit, reference, to, message),
    ...newClaimHandlers({ database }, catalogue),
  } satisfies Partial<Handlers>;
}

function operatorHandlers(
  catalogue: () => Catalogue,
  { page, find, describe, say, move }: ClaimWork,
) {
  return {
    async 'GET operator/claims'({ query: { status = 'waiting', after }, caller: { membership } }) {
      const { shown, next } = await page(membership, status, after);
      return {
        ok: true,
        answer: { items: shown.map((claim) => itemOfAll(claim, catalogue())), next },
      };
    },
    async 'GET operator/claims/:reference'({ params: { reference }, caller }) {
      const claim = await find(caller, reference);
      return claim === null
        ? notFound
        : {
            ok: true,
            answer: { ...itemOfAll(claim, catalogue()), ...(await describe(claim, caller)) },
          };
    },
    'POST operator/claims/:reference/message': ({ params: { reference }, body, caller, visit }) =>
      say(caller, visit, reference, body.message),
    'POST operator/claims/:reference/move': ({
      params: { reference },
      body: { to, comment },
      caller,
      visit,
    }) => move(caller, visit, reference, to, comment),
  } satisfies Partial<Handlers>;
}

function itemOf(
  claim: ListedClaim,
  catalogue: Catalogue,
): RouteResult<'GET claims'>['items'][number] {
  const { reference, subject, status, operationId, externalId, codeService, currency } = claim;
  return {
    reference,
    subject,
    status,
    transactionId: String(operationId),
    externalId,
    currency,
    service: codeService,
    serviceName: catalogue.service(codeService)?.name ?? codeService,
    amount: claim.amount,
    openedAt: claim.openedAt,
    movedAt: claim.updatedAt,
    closedAt: claim.closedAt,
  };
}

const itemOfAll = (
  claim: ListedClaim,
  catalogue: Catalogue,
): RouteResult<'GET operator/claims'>['items'][number] => ({
  accountId: claim.accountId,
  accountName: claim.accountName,
  waitsSince: claim.waitsSince,
  answeredAt: claim.answeredAt,
  ...itemOf(claim, catalogue),
});
