// Authorisation matrix: every route of the table × every kind of user, and objects of others. 0 deviations.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { developerRoles, operatorSeatRoles, portalRoutes } from '@jokko/contract/portal';
import type { Policy, PortalErrorCode, PortalRoute, RouteName } from '@jokko/contract/portal';
import Fastify from 'fastify';
import { storeMembership } from '../../backoffice/users/memberships.ts';
import type { Seat } from '../../backoffice/users/memberships.ts';
import { storeUser, storeTotp } from '../../backoffice/users/users.ts';
import { beginSession } from '../../backoffice/users/sessions.ts';
import type { Stage } from '../../platform/http/portal/caller.ts';
import { makeTotpSecret } from '../../backoffice/users/totp.ts';
import { createEventStreams } from '../../platform/http/portal/event-stream.ts';
import { createExports } from '../../platform/http/portal/exports.ts';
import { registerTable } from '../../platform/http/portal/register.ts';
import { startPortal } from './testing/portal.ts';
import type { Portal } from './testing/portal.ts';

/** Who calls. `factor`: whether there is a second factor, and whether this session used it. */
interface Principal {
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
const principals: Principal[] = [
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
function expected(
  policy: Policy,
  { seat, stage, factor, provedMinutesAgo, proofAsked }: Principal,
): PortalErrorCode | null {
  if (policy.side === 'public') return null;
  // The test's portal is a sandbox.
  const wanted = policy.secondFactor === 'second-factor-live' ? 'done' : policy.secondFactor;
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
  if (policy.proofAsked === true && !proofAsked) return 'stepUpNeeded';
  return policy.stepUp > 0 && provedMinutesAgo >= policy.stepUp ? 'stepUpNeeded' : null;
}

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

let portal: Portal;
const ids = new Map<string, { userId: number; membershipId: number | null }>();

before(async () => {
  portal = await startPortal();
  await portal.db.sql(
    `insert into account (name, webhook_secret_sealed) values ('own', ''), ('other', '')`,
  );
  for (const [index, { name, seat }] of principals.entries()) {
    const { database } = portal.users;
    const userId = (await storeUser(database, {
      email: `p${index}@x.sn`,
      name,
      language: 'fr',
      passwordHash: 'none',
    }))!;
    const membershipId = seat === null ? null : await storeMembership(database, userId, seat);
    ids.set(name, { userId, membershipId });
  }
});
after(() => portal.close());

async function browserOf({ name, stage, factor, provedMinutesAgo, proofAsked }: Principal) {
  const { database, secrets } = portal.users;
  // What a call before has removed or added.
  await storeTotp(
    database,
    secrets,
    ids.get(name)!.userId,
    factor === 'none' ? null : { secret: makeTotpSecret(), step: 0 },
  );
  const caller = { address: '127.0.0.1', agent: 'test' };
  const beginning = {
    userId: ids.get(name)!.userId,
    stage,
    secondFactor: factor === 'used',
    caller,
    proofAsked,
  };
  const token = await beginSession(database, beginning, null);
  if (provedMinutesAgo > 0) {
    await database.query(
      {
        name: 'proved_earlier',
        text: `update portal_session set proved_at = now() - make_interval(mins => $1)
          where id = (select max(id) from portal_session)`,
      },
      [provedMinutesAgo],
    );
  }
  return portal.browser(token);
}

async function callWithNothing(browser: ReturnType<Portal['browser']>, name: string) {
  const [method, path = ''] = name.split(' ');
  const filled = path.replaceAll(/:\w+/g, '1');
  return method === 'GET' ? browser.get(filled) : browser.post(filled);
}

const table = Object.entries(portalRoutes) as [RouteName, PortalRoute][];

for (const [name, { policy }] of table) {
  test(`${name}: let in and kept out as its policy says`, async () => {
    const deviations: string[] = [];
    for (const principal of principals) {
      const { code } = await callWithNothing(await browserOf(principal), name);
      const kept = refusals.includes(code) ? code : null;
      const right = expected(policy, principal);
      // Nobody who is let in is kept out by anything but the handler, and the other way round.
      if (kept !== right)
        deviations.push(
          `${principal.name}: ${kept ?? `let in (${code ?? 'done'})`} instead of ${right ?? 'let in'}`,
        );
    }
    for (const token of [null, 'A'.repeat(43), 'nonsense']) {
      const { code } = await callWithNothing(portal.browser(token), name);
      const right = policy.side === 'public' ? null : 'signedOut';
      if ((refusals.includes(code) ? code : null) !== right)
        deviations.push(`token ${token}: ${code} instead of ${right ?? 'let in'}`);
    }
    assert.deepEqual(deviations, []);
  });
}

test('an operator who looks at a developer’s portal reads what its viewer reads, and changes nothing, whatever the role', async () => {
  const looking = principals.filter(
    ({ seat, ...rest }) =>
      seat?.side === 'operator' &&
      seat.role !== 'viewer' &&
      seat.countries === null &&
      rest.provedMinutesAgo === 0,
  );
  const viewer = principals.find(({ name }) => name === 'developer viewer')!;
  for (const principal of looking.filter(({ factor }) => factor === 'used')) {
    const browser = await browserOf(principal);
    const mayQuery = ['admin', 'support'].includes(principal.seat!.role);
    const begun = await browser.post('operator/developers/view', {
      id: 2,
      reason: 'a call about a claim',
    });
    assert.equal(begun.code, mayQuery ? null : 'notAllowed', principal.name);
    if (!mayQuery) continue;
    const { json: me } = await browser.get('me');
    assert.deepEqual(
      [me.membership.side, me.membership.role, me.membership.accountId],
      ['developer', 'viewer', 2],
    );
    const deviations: string[] = [];
    for (const [name, { policy }] of table) {
      if (name === 'POST view/end' || name === 'POST sign-out') continue;
      const { code } = await callWithNothing(browser, name);
      const kept = refusals.includes(code) || code === 'readOnly' ? code : null;
      const right =
        policy.side === 'public'
          ? null
          : name.startsWith('POST ')
            ? 'readOnly'
            : expected(policy, { ...viewer, name: '' });
      if (kept !== right)
        deviations.push(
          `${name}: ${kept ?? `let in (${code ?? 'done'})`} instead of ${right ?? 'let in'}`,
        );
    }
    assert.deepEqual(deviations, []);
    assert.equal((await browser.post('view/end')).status, 200);
    assert.equal((await browser.get('me')).json.membership.side, 'operator');
    await browser.post('operator/developers/view', { id: 1, reason: 'again' });
    await portal.db.sql(
      `update portal_session set view_until = jokko_now() - interval '1 second' where view_until is not null`,
    );
    assert.deepEqual(
      [(await browser.get('me')).json.viewing, (await browser.get('balance')).code],
      [null, 'notAllowed'],
      'over by itself',
    );
  }
  const noted = await portal.db.database.query<{ action: string }>({
    name: 'noted_views',
    text: `select action from audit_entry where action like 'developer.view%' order by number limit 3`,
  });
  assert.deepEqual(
    noted.map(({ action }) => action),
    ['developer.view', 'developer.view-end', 'developer.view'],
  );
});

test('what is allowed is told in me: the same for every principal', async () => {
  for (const principal of principals) {
    const { json } = await (await browserOf(principal)).get('me');
    const right = table
      .filter(
        ([, { policy }]) =>
          expected(policy, { ...principal, provedMinutesAgo: 0, proofAsked: true }) === null,
      )
      .map(([name]) => name);
    assert.deepEqual(json.abilities.sort(), right.sort(), principal.name);
  }
});

test('a developer names no account: it is the membership’s', () => {
  for (const [name, { policy, params, query, body }] of table) {
    if (policy.side === 'operator' || policy.side === 'public') continue;
    assert.doesNotMatch(JSON.stringify([params, query, body]), /"accountId"/, name);
  }
});

test('objects of others are not found: sessions, memberships, passkeys', async () => {
  const [one, other] = [principals[0]!, principals[1]!];
  const browser = await browserOf(one);
  await browserOf(other);
  const { rows } = {
    rows: await portal.db.database.query<{ id: bigint }>({
      name: 'last',
      text: 'select max(id) as id from portal_session',
    }),
  };
  const othersSession = Number(rows[0]!.id);
  assert.equal((await browser.post('sessions/end', { id: othersSession })).code, 'notFound');
  assert.equal(
    (await browser.post('memberships/switch', { id: ids.get(other.name)!.membershipId })).code,
    'notFound',
  );
  const key = `insert into passkey (user_id, credential_id, public_key, counter, transports, name) values (${ids.get(other.name)!.userId}, 'c', '', 0, '{}', 'k')`;
  await portal.db.sql(key);
  assert.equal((await browser.post('passkeys/remove', { id: 1 })).code, 'notFound');
  assert.deepEqual((await browser.get('passkeys')).json.passkeys, []);
  assert.ok(
    (await browser.get('sessions')).json.sessions.every(
      ({ id }: { id: number }) => id !== othersSession,
    ),
  );
});

test('a change of a role, and its end, hold at the next call', async () => {
  const browser = await browserOf(principals[0]!);
  assert.equal((await browser.get('events')).status, 200);
  const { membershipId } = ids.get(principals[0]!.name)!;
  await portal.db.sql(`update membership set ended_at = now() where id = ${membershipId}`);
  assert.equal((await browser.get('events')).code, 'notAllowed');
  await portal.db.sql(`update membership set ended_at = null where id = ${membershipId}`);
});

test('an entry without policy, without handler, or a handler without entry does not start', () => {
  const app = Fastify();
  const answer = { policy: { side: 'public' }, answer: {} } as unknown as PortalRoute;
  const deps = {
    database: portal.db.database,
    publicUrl: null,
    streams: createEventStreams(),
    exports: createExports(),
  } as never;
  assert.throws(() => registerTable(app, deps, { 'GET a': answer }, {}), /without handler: GET a/);
  assert.throws(
    () => registerTable(app, deps, {}, { 'GET a': () => ({}) }),
    /without route: GET a/,
  );
  assert.throws(
    () =>
      registerTable(app, deps, { 'GET a': { answer: {} } as PortalRoute }, { 'GET a': () => ({}) }),
    /no policy/,
  );
});
