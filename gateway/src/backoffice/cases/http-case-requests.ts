// Routes by which a user of the operator requests that a case is resolved or closed. Another user's
// approval executes it.

import type { Database } from '../../platform/db/database.ts';
import type { Decider, ApprovalRequestKinds } from '../approvals/index.ts';
import { askToClose, askToResolve } from './index.ts';
import type { Asked } from './index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { findSeen } from '../transactions/http-transaction-reading.ts';
import { actorOf, type SignedInUser, type Visit } from '../../platform/http/portal/caller.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';

const deciderOf = (user: SignedInUser, visit: Visit): Decider => ({
  userId: user.id,
  who: actorOf(user, visit),
});

export function caseRequestHandlers(
  { database }: { database: Database },
  kinds: ApprovalRequestKinds,
  catalogue: () => Catalogue,
) {
  const deps = { database, kinds };
  return {
    async 'POST operator/cases/resolve'({ body, caller: { session, membership }, visit }) {
      const { reference, evidence = null, reason, ...order } = body;
      if ((await findSeen({ database, catalogue }, order, membership)) === null) return notFound;
      const said = { reference: reference?.trim() || null, evidence, reason: reason.trim() };
      if (said.reason === '') return refuseField('reason', 'empty');
      return answerOf(
        await askToResolve(deps, deciderOf(session.user, visit), { ...order, ...said }),
      );
    },
    async 'POST operator/cases/close'({
      body: { liableParty = null, reason, ...order },
      caller: { session, membership },
      visit,
    }) {
      if ((await findSeen({ database, catalogue }, order, membership)) === null) return notFound;
      if (reason.trim() === '') return refuseField('reason', 'empty');
      return answerOf(
        await askToClose(deps, deciderOf(session.user, visit), {
          ...order,
          liableParty,
          reason: reason.trim(),
        }),
      );
    },
  } satisfies Partial<Handlers>;
}

function answerOf(asked: Asked) {
  if (asked.ok)
    return { ok: true as const, answer: { id: asked.approvalRequestId, refusal: null } };
  switch (asked.refusal) {
    case 'notFound':
      return notFound;
    case 'referenceMissing':
      return refuseField('reference', 'missing');
    case 'evidenceMissing':
      return refuseField('evidence', 'missing');
    default:
      return { ok: true as const, answer: { id: null, refusal: asked.refusal } };
  }
}
