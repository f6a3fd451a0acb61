// How does an account get a further service? It asks, the operator decides; activating it is one commit with the decision.

import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Who } from '../audit/index.ts';
import { loadAccountServices, lockOpenServiceRequest, storeDecision, storeServiceRequest } from './service-request-store.ts';
import { giveService } from './service-store.ts';
import { loadCatalogueCodes } from './store.ts';
import { touch } from './touch.ts';

export type ServiceAsked = { ok: true } | { ok: false; refusal: 'unknown service' | 'active already' | 'asked already' };

export function askForService(
  database: Database,
  who: Who,
  { accountId, personId, code, note }: { accountId: number; personId: number; code: string; note: string },
): Promise<ServiceAsked> {
  return inTransaction(database, async (session): Promise<ServiceAsked> => {
    if (!(await loadCatalogueCodes(session)).includes(code)) return { ok: false, refusal: 'unknown service' };
    if ((await loadAccountServices(session, accountId)).some((service) => service.code === code))
      return { ok: false, refusal: 'active already' };
    const id = await storeServiceRequest(session, { accountId, code, note, askedBy: personId });
    if (id === null) return { ok: false, refusal: 'asked already' };
    await recordAudit(session, { who, action: 'service.ask', accountId, subject: `service-request/${id}`, new: { code } });
    return { ok: true };
  });
}

/** `unknown`: there is no such request, or somebody else has decided it. */
export function decideServiceRequest(
  database: Database,
  who: Who,
  { id, personId, activate, answer }: { id: number; personId: number; activate: boolean; answer: string },
): Promise<{ ok: true } | { ok: false; refusal: 'unknown' }> {
  return inTransaction(database, async (session) => {
    const asked = await lockOpenServiceRequest(session, id);
    if (asked === null) return { ok: false, refusal: 'unknown' } as const;
    const { accountId, code } = asked;
    await touch(session, accountId);
    if (activate) await giveService(session, accountId, code);
    await storeDecision(session, { id, state: activate ? 'activated' : 'refused', answer, decidedBy: personId });
    const action = activate ? 'service.activate' : 'service.refuse';
    await recordAudit(session, { who, action, accountId, subject: `service-request/${id}`, new: { code } });
    return { ok: true } as const;
  });
}
