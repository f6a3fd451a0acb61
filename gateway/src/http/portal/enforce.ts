// May this session call this route? The one place where the policies of the table are enforced, before any handler runs.

import type { Policy, PortalErrorCode } from '@jokko/contract/portal';
import type { LiveSession } from '../../domain/people/index.ts';

/** `name` of the route. Null: it may. `stepUp` false leaves out the question whether a proof is needed first (for the list of abilities). */
export function refusalOf(name: string, policy: Policy, live: LiveSession | null, stepUp = true): PortalErrorCode | null {
  if (policy.side === 'public') return null;
  if (live === null) return 'signedOut';
  // Whatever the route and whoever the operator is: who looks changes nothing.
  if (live.viewing !== null && !name.startsWith('GET ') && policy.whileViewing !== true) return 'readOnly';
  return stageRefusal(policy, live) ?? roleRefusal(policy, live) ?? (stepUp ? proofRefusal(policy, live) : null);
}

type Closed = Exclude<Policy, { side: 'public' }>;

function stageRefusal({ secondFactor }: Closed, { stage, secondFactor: used, person }: LiveSession): PortalErrorCode | null {
  if (secondFactor === 'begun') return null;
  if (stage === 'second-factor') return 'secondFactorNeeded';
  if (stage === 'set-up-second-factor') return secondFactor === 'set-up' ? null : 'secondFactorSetUpNeeded';
  if (secondFactor !== 'second-factor' || used) return null;
  // With a factor set up since, another proof makes the session one with a second factor.
  return person.totp || person.passkeys > 0 ? 'stepUpNeeded' : 'secondFactorMissing';
}

function roleRefusal(policy: Closed, { membership }: LiveSession): PortalErrorCode | null {
  if (policy.side === 'person') return null;
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

function proofRefusal({ stepUp }: Closed, { provedAgoMs }: LiveSession): PortalErrorCode | null {
  return stepUp === 0 || provedAgoMs <= stepUp * 60_000 ? null : 'stepUpNeeded';
}
