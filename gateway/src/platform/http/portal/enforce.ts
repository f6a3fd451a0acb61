// Authorises a session's call of a route. The one place where the policies of the table are
// enforced, before any handler runs.

import type { Mode } from '../../db/mode.ts';
import type { Policy, PortalErrorCode } from '@jokko/contract/portal';
import type { LiveSession } from './caller.ts';

export type { Mode };

/**
 * `name` of the route. Null: it may. `stepUp` false leaves out the question whether a proof is
 * needed first (for the list of abilities).
 */
export function refusalOf(
  { name, policy, mode }: { name: string; policy: Policy; mode: Mode },
  session: LiveSession | null,
  stepUp = true,
): PortalErrorCode | null {
  if (policy.side === 'public') return null;
  if (session === null) return 'signedOut';
  // Whatever the route and whoever the operator is: who looks changes nothing.
  if (session.viewing !== null && !name.startsWith('GET ') && policy.whileViewing !== true)
    return 'readOnly';
  const refusal =
    stageRefusal(policy, mode, session) ??
    roleRefusal(policy, session) ??
    suspendedRefusal(name, policy, session);
  return refusal ?? (stepUp ? proofRefusal(policy, mode, session) : null);
}

type Closed = Exclude<Policy, { side: 'public' }>;

function stageRefusal(
  { secondFactor: wanted }: Closed,
  mode: Mode,
  { stage, secondFactor: used, user }: LiveSession,
): PortalErrorCode | null {
  const secondFactor =
    wanted !== 'second-factor-live' ? wanted : isFree(wanted, mode) ? 'done' : 'second-factor';
  if (secondFactor === 'begun') return null;
  if (stage === 'second-factor') return 'secondFactorNeeded';
  if (stage === 'set-up-second-factor')
    return secondFactor === 'set-up' ? null : 'secondFactorSetUpNeeded';
  if (secondFactor !== 'second-factor') return null;
  // One that was used and has gone since is none.
  if (!user.totp && user.passkeys === 0) return 'secondFactorMissing';
  // With a factor set up since, another proof makes the session one with a second factor.
  return used ? null : 'stepUpNeeded';
}

/** In the sandbox money is none, so its secrets are none either. */
function isFree(wanted: Closed['secondFactor'], mode: Mode): boolean {
  return wanted === 'second-factor-live' && mode === 'sandbox';
}

function roleRefusal(policy: Closed, { membership }: LiveSession): PortalErrorCode | null {
  if (policy.side === 'user') return null;
  if (membership === null) return 'notAllowed';
  const allowed: readonly string[] =
    membership.side === 'developer'
      ? policy.side === 'operator'
        ? []
        : policy.developer
      : policy.side === 'developer'
        ? []
        : policy.operator;
  // Whoever is limited to countries gets no further than routes that keep to them.
  if (membership.countries !== null && policy.countries !== 'limited') return 'notAllowed';
  return allowed.includes(membership.role) ? null : 'notAllowed';
}

/** Whoever is a member of a suspended account; what concerns the user alone goes on. */
function suspendedRefusal(
  name: string,
  policy: Closed,
  { suspended }: LiveSession,
): PortalErrorCode | null {
  const begins =
    !name.startsWith('GET ') && policy.side !== 'user' && policy.whileSuspended !== true;
  return suspended && begins ? 'accountSuspended' : null;
}

function proofRefusal(
  { secondFactor, stepUp, proofAsked }: Closed,
  mode: Mode,
  session: LiveSession,
): PortalErrorCode | null {
  if (stepUp === 0 || isFree(secondFactor, mode)) return null;
  const proved = session.provedAgoMs <= stepUp * 60_000;
  return proved && (proofAsked !== true || session.proofAsked) ? null : 'stepUpNeeded';
}
