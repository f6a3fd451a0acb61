// Reads who calls about which payout batch, and what its lines are checked against.

import type { Database } from '../../platform/db/database.ts';
import type { Account } from '../../payments/accounts/index.ts';
import type { Decider, ApprovalRequestKinds } from '../approvals/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { QuoteDeps } from '../../payments/operations/index.ts';
import {
  findListedBatch,
  pausePayouts,
  type Controlled,
  type LineContext,
  type ListedBatch,
} from './index.ts';
import { actorOf, type SignedInUser, type Visit } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';

export interface PayoutDeps {
  database: Database;
  catalogue(): Catalogue;
  approvalRequestKinds: ApprovalRequestKinds;
  payouts: { quote: QuoteDeps; accountOf(accountId: number): Promise<Account | null> };
}

export interface Member {
  accountId: number;
  countries: readonly string[] | null;
}

export interface Calling {
  caller: { session: { user: SignedInUser }; membership: Member };
  visit: Visit;
}

export const deciderOf = ({ caller, visit }: Calling): Decider => ({
  who: actorOf(caller.session.user, visit),
  userId: caller.session.user.id,
  accountId: caller.membership.accountId,
});

/** The batch when the member may see it. */
export const seen = (deps: PayoutDeps, id: number, member: Member): Promise<ListedBatch | null> =>
  findListedBatch(deps.database, id, member);

/** What lines are checked against; null: the account is not there any more. */
export async function contextOf(
  { payouts, catalogue }: PayoutDeps,
  { accountId, countries }: Member,
): Promise<LineContext | null> {
  const account = await payouts.accountOf(accountId);
  return account === null
    ? null
    : { quote: payouts.quote, account, catalogue: catalogue(), countries };
}

export async function control(
  deps: PayoutDeps,
  change: typeof pausePayouts,
  id: number,
  call: Calling,
) {
  const { membership, session } = call.caller;
  if ((await seen(deps, id, membership)) === null) return notFound;
  const of = { batchId: id, accountId: membership.accountId };
  const changed: Controlled = await change(deps.database, actorOf(session.user, call.visit), of);
  return changed.ok ? { ok: true as const, answer: {} } : changed;
}
