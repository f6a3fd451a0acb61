// Asks a provider for a member of an account: within the member's countries and the account's
// limits, and written to the audit log.

import type { AuditAction } from '@jokko/contract/portal';
import type { ProviderError } from '@jokko/connectors/kit';
import type { Database } from '../../platform/db/database.ts';
import type { Account, Directory } from '../../payments/accounts/index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { errorTextWithoutAmount } from '../../payments/catalogue/index.ts';
import { refusalOf, type InquiryDeps, type NotAsked } from '../../payments/operations/index.ts';
import { whenAdmitted, type AdmittedDeps } from '../../platform/http/portal/admitted.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import {
  actorOf,
  type LiveSession,
  type Membership,
  type Visit,
} from '../../platform/http/portal/caller.ts';
import { refuseField, type Refused } from '../../platform/http/portal/refused.ts';

export type InquiryHandlersDeps = InquiryDeps &
  AdmittedDeps & { database: Database; directory: Pick<Directory, 'byId'> };

interface Asker {
  session: LiveSession;
  membership: Extract<Membership, { side: 'developer' }>;
}

const wrongService = refuseField('service', 'notAllowed');

export function messagesOf(
  deps: InquiryHandlersDeps,
  { error }: { error: ProviderError },
  { session: { user } }: Asker,
): string {
  const { errorId } = refusalOf(error);
  return errorTextWithoutAmount(deps.catalogue(), errorId, user.language);
}

/** Names of people are looked at, so who did is written down. */
export async function ask<Answer>(
  deps: InquiryHandlersDeps,
  { session, membership }: Asker,
  visit: Visit,
  { service, action }: { service: string; action: AuditAction },
  look: (
    account: Account,
  ) => Promise<{ ok: true; answer: Answer } | { ok: false; notAsked: NotAsked }>,
): Promise<{ ok: true; answer: Answer } | Refused> {
  const { accountId } = membership;
  if (servicesSeenBy(membership, deps.catalogue())?.includes(service) === false)
    return wrongService;
  const account = await deps.directory.byId(accountId);
  if (account === null) return wrongService;
  return whenAdmitted<{ ok: true; answer: Answer } | Refused>(deps, accountId, 'read', async () => {
    const looked = await look(account);
    if (!looked.ok) return wrongService;
    await noteAudit(deps.database, {
      who: actorOf(session.user, visit),
      action,
      accountId,
      subject: `service/${service}`,
    });
    return looked;
  });
}
