// Handles requests for further services: the account asks, the operator decides. Activation is one
// commit with the decision.

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import {
  loadAccountServices,
  lockOpenServiceRequest,
  storeDecision,
  storeServiceRequest,
} from './service-request-store.ts';
import { giveServices } from './service-store.ts';
import { loadCatalogueCodes } from './store.ts';
import { touch } from './touch.ts';

export type ServiceAsked =
  { ok: true } | { ok: false; refusal: 'unknown service' | 'active already' | 'asked already' };

export function requestService(
  database: Database,
  who: Who,
  {
    accountId,
    userId,
    code,
    note,
  }: { accountId: number; userId: number; code: string; note: string },
): Promise<ServiceAsked> {
  return inTransaction(database, async (session): Promise<ServiceAsked> => {
    if (!(await loadCatalogueCodes(session)).includes(code))
      return { ok: false, refusal: 'unknown service' };
    if ((await loadAccountServices(session, accountId)).some((service) => service.code === code))
      return { ok: false, refusal: 'active already' };
    const id = await storeServiceRequest(session, { accountId, code, note, askedBy: userId });
    if (id === null) return { ok: false, refusal: 'asked already' };
    await recordAudit(session, {
      who,
      action: 'service.ask',
      accountId,
      subject: `service-request/${id}`,
      new: { code },
    });
    return { ok: true };
  });
}

/** `unknown`: there is no such request, or it was already decided. */
export function decideServiceRequest(
  database: Database,
  who: Who,
  {
    id,
    userId,
    activate,
    answer,
  }: { id: number; userId: number; activate: boolean; answer: string },
): Promise<{ ok: true } | { ok: false; refusal: 'unknown' }> {
  return inTransaction(database, async (session) => {
    const asked = await lockOpenServiceRequest(session, id);
    if (asked === null) return { ok: false, refusal: 'unknown' } as const;
    const { accountId, code } = asked;
    await touch(session, accountId);
    if (activate) await giveServices(session, accountId, [code]);
    await storeDecision(session, {
      id,
      state: activate ? 'activated' : 'refused',
      answer,
      decidedBy: userId,
    });
    const action = activate ? 'service.activate' : 'service.refuse';
    await recordAudit(session, {
      who,
      action,
      accountId,
      subject: `service-request/${id}`,
      new: { code },
    });
    return { ok: true } as const;
  });
}
