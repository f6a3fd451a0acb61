// Routes of claims. A developer's account is always the membership's; both sides keep to the countries of their membership.

import { readTransactionId, toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Session } from '../../../db/database.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { changeWithAudit } from '../../../domain/audit/index.ts';
import { openClaim, type ListedClaim } from '../../../domain/claims/index.ts';
import { createStatusReader, findOperations, type Operation, type StatusReader } from '../../../domain/operations/index.ts';
import { personOf, type PeopleDeps } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { createClaimWork, notFound, wrong, type ClaimWork } from './claim-work.ts';
import { servicesSeenBy } from './transaction-filter.ts';

export function claimHandlers(people: PeopleDeps, catalogue: () => Catalogue) {
  const work = createClaimWork(people, catalogue);
  return { ...developerHandlers(people, catalogue, work), ...operatorHandlers(catalogue, work) };
}

function developerHandlers({ database }: PeopleDeps, catalogue: () => Catalogue, { page, find, describe, say, move }: ClaimWork) {
  const statuses = createStatusReader(database);
  return {
    async 'GET claims'({ query: { status, after }, caller: { membership } }) {
      const { shown, next } = await page(membership, status ?? null, after);
      return { ok: true, answer: { items: shown.map((claim) => itemOf(claim, catalogue())), next } };
    },
    async 'GET claims/:reference'({ params: { reference }, caller }) {
      const claim = await find(caller, reference);
      return claim === null ? notFound : { ok: true, answer: { ...itemOf(claim, catalogue()), ...(await describe(claim, caller)) } };
    },
    async 'POST claims'({ body: { transaction, subject, message }, caller: { live, membership }, visit }) {
      if (subject.trim() === '') return wrong('subject', 'empty');
      if (message.trim() === '') return wrong('message', 'empty');
      const { accountId } = membership;
      const operation = await operationOf(database, statuses, accountId, transaction);
      const seen = operation !== null && servicesSeenBy(membership, catalogue())?.includes(operation.facts.codeService) !== false;
      if (!seen) return wrong('transaction', 'notAllowed');
      const operationId = BigInt(operation.facts.id);
      const claim = { accountId, operationId, subject: subject.trim(), message: message.trim() };
      const entry = { who: personOf(live.person, visit), action: 'claim.open', accountId };
      const opened = await changeWithAudit(database, async (session) => {
        const result = await openClaim({ database: session }, claim);
        return { result, entry: result.ok ? { ...entry, subject: `claim/${result.claim.reference}` } : null };
      });
      return { ok: true, answer: { reference: (opened.ok ? opened.claim : opened.open).reference, opened: opened.ok } };
    },
    'POST claims/:reference/message': ({ params: { reference }, body, caller, visit }) => say(caller, visit, reference, body.message),
    'POST claims/:reference/move': ({ params: { reference }, body: { to, message }, caller, visit }) =>
      move(caller, visit, reference, to, message),
  } satisfies Partial<Handlers>;
}

function operatorHandlers(catalogue: () => Catalogue, { page, find, describe, say, move }: ClaimWork) {
  return {
    async 'GET operator/claims'({ query: { status = 'waiting', after }, caller: { membership } }) {
      const { shown, next } = await page(membership, status, after);
      return { ok: true, answer: { items: shown.map((claim) => itemOfAll(claim, catalogue())), next } };
    },
    async 'GET operator/claims/:reference'({ params: { reference }, caller }) {
      const claim = await find(caller, reference);
      return claim === null ? notFound : { ok: true, answer: { ...itemOfAll(claim, catalogue()), ...(await describe(claim, caller)) } };
    },
    'POST operator/claims/:reference/message': ({ params: { reference }, body, caller, visit }) =>
      say(caller, visit, reference, body.message),
    'POST operator/claims/:reference/move': ({ params: { reference }, body: { to, comment }, caller, visit }) =>
      move(caller, visit, reference, to, comment),
  } satisfies Partial<Handlers>;
}

/** The account's transaction that is meant by our id or the caller's own. */
async function operationOf(session: Session, statuses: StatusReader, accountId: number, text: string): Promise<Operation | null> {
  const id = readTransactionId(text);
  const [byId] = id === null ? [] : await findOperations(session, [{ accountId, id }]);
  if (byId !== undefined) return byId;
  const other = await statuses.find(accountId, text.trim());
  const [operation] = other === null ? [] : await findOperations(session, [{ accountId, id: String(other.id) }]);
  return operation ?? null;
}

function itemOf(claim: ListedClaim, catalogue: Catalogue): RouteAnswer<'GET claims'>['items'][number] {
  const { reference, subject, status, operationId, externalId, codeService, currency } = claim;
  return {
    ...{ reference, subject, status, transactionId: String(operationId), externalId, currency },
    ...{ service: codeService, serviceName: catalogue.service(codeService)?.name ?? codeService, amount: toDecimalString(claim.amount) },
    ...{
      openedAt: claim.openedAt.toISOString(),
      movedAt: claim.updatedAt?.toISOString() ?? null,
      closedAt: claim.closedAt?.toISOString() ?? null,
    },
  };
}

const itemOfAll = (claim: ListedClaim, catalogue: Catalogue): RouteAnswer<'GET operator/claims'>['items'][number] => ({
  ...{ accountId: claim.accountId, accountName: claim.accountName },
  ...{ waitsSince: claim.waitsSince?.toISOString() ?? null, answeredAt: claim.answeredAt?.toISOString() ?? null },
  ...itemOf(claim, catalogue),
});
