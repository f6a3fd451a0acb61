// POST new-claim: open a claim about a transaction (rule S5).

import type { FastifyInstance } from 'fastify';
import { checkNewClaim, claimState, codes, readTransactionId, texts } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import { openClaim, type Claim } from '../../domain/claims/index.ts';
import { findOperations } from '../../domain/operations/index.ts';
import { envelopeForm, invalidFields, refusal } from '../present/refusal.ts';
import { registerEndpoint, type EndpointDeps } from './endpoint.ts';

export function registerNewClaim(app: FastifyInstance, deps: EndpointDeps & { database: Session }): void {
  const settings = { method: 'POST', path: '/api-services/new-claim', refusalForm: envelopeForm, load: 'change' } as const;
  registerEndpoint(app, deps, settings, async ({ account, body }) => {
    const say = texts[account.language];
    const faults = checkNewClaim(body);
    if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
    const id = readTransactionId(body['transactionId']);
    const [operation] = id === null ? [] : await findOperations(deps.database, [{ accountId: account.id, id }]);
    if (operation === undefined) return { refused: refusal(codes.notFound, say.unknownTransaction()) };
    const { subject, message } = body as { subject: string; message: string };
    const opened = await openClaim(deps, { accountId: account.id, operationId: BigInt(operation.facts.id), subject, message });
    if (opened.ok) return { body: { code: codes.done, msg: say.success(), error: false, data: { claim: presentClaim(opened.claim) } } };
    const msg = say.claimAlreadyOpen({ claimRef: opened.open.reference });
    return { refused: { code: codes.refused, msg, data: { claim: presentClaim(opened.open) } } };
  });
}

/** Member order and spellings as documented. */
function presentClaim(claim: Claim): object {
  return {
    statut: claim.status,
    subject: claim.subject,
    message: claim.message,
    transactionId: Number(claim.operationId),
    openedAt: claim.openedAt.toISOString(),
    createdAt: claim.openedAt.toISOString(),
    partenersId: claim.accountId,
    claimRef: claim.reference,
    comment: claim.comment,
    callbackUrl: null,
    userIdOpen: null,
    userIdClose: null,
    userIdComment: null,
    updatedAt: claim.updatedAt?.toISOString() ?? null,
    closeAt: claim.closedAt?.toISOString() ?? null,
    id: claim.id,
    state: claim.status === 'CLOSED' ? claimState.inactive : claimState.active,
  };
}
