// Who may call the portal, in every way that a policy tells apart, and what each policy means for
// them.

import { developerRoles, operatorSeatRoles } from '@jokko/contract/portal';
import type { Policy, PortalErrorCode } from '@jokko/contract/portal';
import { storeMembership } from '../../../backoffice/users/memberships.ts';
import type { Seat } from '../../../backoffice/users/memberships.ts';
import { beginSession } from '../../../backoffice/users/sessions.ts';
import { makeTotpSecret } from '../../../backoffice/users/totp.ts';
import { storeTotp, storeUser } from '../../../backoffice/users/users.ts';
import type { Stage } from '../../../platform/http/portal/caller.ts';
import { startPortal, type Browser, type Portal } from './portal.ts';

/** Who calls. `factor`: whether there is a second factor, and whether this session used it. */
export interface Principal {
  name: string;
  seat: Seat | null;
  stage: Stage;
  factor: 'none' | 'unused' | 'used';
  /** Minutes since the last proof. */
  provedMinutesAgo: number;
  /** Whether that proof was asked for, and is not the sign-in. */
  proofAsked: boolean;
}

const fresh = { stage: 'done', factor: 'used', provedMinutesAgo: 0, proofAsked: true } as const;
const developer = (role: (typeof developerRoles)[number]): Seat => ({
  side: 'developer',
  role,
  accountId: 1,
  countries: null,
});
const operator = (role: (typeof operatorSeatRoles)[number]): Seat => ({
  side: 'operator',
  role,
  accountId: null,
  countries: null,
});
export const principals: readonly Principal[] = [
  ...developerRoles.map((role): Principal => ({
    name: `developer ${role}`,
    seat: developer(role),
    ...fresh,
  })),
  ...developerRoles.map((role): Principal => ({
    ...fresh,
    name: `developer ${role} without second factor`,
    seat: developer(role),
    factor: 'none',
  })),
  ...operatorSeatRoles.map((role): Principal => ({
    name: `operator ${role}`,
    seat: operator(role),
    ...fresh,
  })),
  {
    ...fresh,
    name: 'owner, proof of 6 minutes ago',
    seat: developer('owner'),
    provedMinutesAgo: 6,
  },
  {
    ...fresh,
    name: 'owner who has just signed in',
    seat: developer('owner'),
    proofAsked: false,
  },
  {
    ...fresh,
    name: 'operator admin, proof of 6 minutes ago',
    seat: operator('admin'),
    provedMinutesAgo: 6,
  },
  {
    ...fresh,
    name: 'owner who has not shown the second factor',
    seat: developer('owner'),
    stage: 'second-factor',
    factor: 'unused',
  },
  {
    ...fresh,
    name: 'operator admin who has not shown the second factor',
    seat: operator('admin'),
    stage: 'second-factor',
    factor: 'unused',
  },
  {
    ...fresh,
    name: 'operator admin without second factor',
    seat: operator('admin'),
    stage: 'set-up-second-factor',
    factor: 'none',
  },
  {
    ...fresh,
    name: 'operator admin whose session is from before',
    seat: operator('admin'),
    stage: 'done',
    factor: 'none',
  },
  {
    ...fresh,
    name: 'owner whose second factor is newer than the session',
    seat: developer('owner'),
    factor: 'unused',
  },
  ...(['owner', 'developer', 'finance'] as const).map((role): Principal => ({
    ...fresh,
    name: `developer ${role} limited to a country`,
    seat: { side: 'developer', role, accountId: 1, countries: ['CM'] },
  })),
  ...(['admin', 'finance'] as const).map((role): Principal => ({
    ...fresh,
    name: `operator ${role} limited to a country`,
    seat: { side: 'operator', role, accountId: null, countries: ['CM'] },
  })),
  { ...fresh, name: 'somebody who is a member of nothing', seat: null },
];

/** What policies mean, said once more in other words than in enforce.ts. Null: let in. */
export function expected(
  policy: Policy,
  { seat, stage, factor, provedMinutesAgo, proofAsked }: Principal,
): PortalErrorCode | null {
  if (policy.side === 'public') return null;
  // The test's portal is a sandbox.
  const free = policy.secondFactor === 'second-factor-live';
  const wanted = free ? 'done' : policy.secondFactor;
  const level = ['begun', 'set-up', 'done', 'second-factor'].indexOf(wanted);
  const isOperator = seat?.side === 'operator';
  if (stage === 'second-factor' && level > 0) return 'secondFactorNeeded';
  const mustSetUp = stage === 'set-up-second-factor' || (isOperator && factor === 'none');
  if (mustSetUp && level > 1) return 'secondFactorSetUpNeeded';
  if (!mustSetUp && level === 3 && factor === 'none') return 'secondFactorMissing';
  if (level === 3 && factor === 'unused') return 'stepUpNeeded';
  if (policy.side !== 'user') {
    const roles: string[] = [
      ...(policy.side === 'operator' ? [] : policy.developer.map((role) => `developer ${role}`)),
      ...(policy.side === 'developer' ? [] : policy.operator.map((role) => `operator ${role}`)),
    ];
    if (seat === null || !roles.includes(`${seat.side} ${seat.role}`)) return 'notAllowed';
    if (seat.countries !== null && policy.countries === undefined) return 'notAllowed';
  }
  if (free) return null;
  if (policy.proofAsked === true && !proofAsked) return 'stepUpNeeded';
  return policy.stepUp > 0 && provedMinutesAgo >= policy.stepUp ? 'stepUpNeeded' : null;
}

/** What a policy answers; all else is a handler's. */
const refusals: readonly (PortalErrorCode | null)[] = [
  ...([
    'signedOut',
    'secondFactorNeeded',
    'secondFactorSetUpNeeded',
    'notAllowed',
    'secondFactorMissing',
    'stepUpNeeded',
    'crossSite',
  ] as const),
];

/** A portal with an account of its own and another one, and a user of each kind. */
export interface MatrixPortal extends Portal {
  ids: ReadonlyMap<string, { userId: number; membershipId: number | null }>;
  /** In a new session, with the second factor as it is said, whatever calls before have done. */
  browserOf(principal: Principal): Promise<Browser>;
}

export async function startMatrixPortal(): Promise<MatrixPortal> {
  const portal = await startPortal({ behindProxy: true });
  const { database } = portal.users;
  await portal.db.sql(
    `insert into account (name, webhook_secret_sealed) values ('own', ''), ('other', '')`,
  );
  const ids = new Map<string, { userId: number; membershipId: number | null }>();
  for (const [index, { name, seat }] of principals.entries()) {
    const userId = (await storeUser(database, {
      email: `p${index}@x.sn`,
      name,
      language: 'fr',
      passwordHash: 'none',
    }))!;
    const membershipId = seat === null ? null : await storeMembership(database, userId, seat);
    ids.set(name, { userId, membershipId });
  }
  return {
    ...portal,
    ids,
    browserOf: (principal) => browserOf(portal, ids.get(principal.name)!.userId, principal),
  };
}

async function browserOf(
  portal: Portal,
  userId: number,
  { stage, factor, provedMinutesAgo, proofAsked }: Principal,
): Promise<Browser> {
  const { database, secrets } = portal.users;
  // What a call before has removed or added.
  await storeTotp(
    database,
    secrets,
    userId,
    factor === 'none' ? null : { secret: makeTotpSecret(), step: 0 },
  );
  const caller = { address: '127.0.0.1', agent: 'test' };
  const beginning = { userId, stage, secondFactor: factor === 'used', caller, proofAsked };
  const token = await beginSession(database, beginning, null);
  if (provedMinutesAgo > 0) {
    await database.query(
      {
        name: 'proved_earlier',
        text: `update portal_session set proved_at = now() - make_interval(mins => $1)
          where id = (select max(id) from portal_session where user_id = $2)`,
      },
      [provedMinutesAgo, userId],
    );
  }
  return portal.browser(token);
}

let calls = 0;

/**
 * Calls the route with nothing in it; what it answers, as far as that is a refusal of its policy or
 * `more`.
 */
export async function callWithNothing(
  browser: Browser,
  name: string,
  more: readonly PortalErrorCode[] = [],
): Promise<{ code: PortalErrorCode | null; kept: PortalErrorCode | null }> {
  const [method, path = ''] = name.split(' ');
  const filled = path.replaceAll(/:\w+/g, '1');
  // Each session is new to the node: one address has so many of them looked up a minute.
  const headers = { 'x-forwarded-for': `10.0.${calls >> 8}.${calls++ & 255}` };
  const { code } = await (method === 'GET'
    ? browser.get(filled, headers)
    : browser.post(filled, undefined, headers));
  const kept = code !== null && (refusals.includes(code) || more.includes(code)) ? code : null;
  return { code, kept };
}

/**
 * How each of them is let in or kept out of a route otherwise than its policy says, in words; and
 * strangers with these tokens.
 */
export async function deviationsOf(
  portal: MatrixPortal,
  [name, policy]: readonly [string, Policy],
  callers: readonly Principal[],
  tokens: readonly (string | null)[],
): Promise<string[]> {
  const deviations: string[] = [];
  for (const principal of callers) {
    const { code, kept } = await callWithNothing(await portal.browserOf(principal), name);
    const right = expected(policy, principal);
    // Nobody who is let in is kept out by anything but the handler, and the other way round.
    if (kept !== right)
      deviations.push(
        `${principal.name}: ${kept ?? `let in (${code ?? 'done'})`} instead of ${right ?? 'let in'}`,
      );
  }
  for (const token of tokens) {
    const { code, kept } = await callWithNothing(portal.browser(token), name);
    const right = policy.side === 'public' ? null : 'signedOut';
    if (kept !== right) deviations.push(`token ${token}: ${code} instead of ${right ?? 'let in'}`);
  }
  return deviations;
}

/** The tokens of people who are not signed in. */
export const strangeTokens: readonly (string | null)[] = [null, 'A'.repeat(43), 'nonsense'];
