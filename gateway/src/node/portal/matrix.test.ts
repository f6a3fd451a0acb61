// Authorisation matrix: every route of the table × kinds of user, and objects of others. 0
// deviations. Those of all pairs of a route and a kind of user (matrix.long.test.ts) are called
// here that cover every pair of a policy and a kind of user.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import type { PortalRoute, RouteName } from '@jokko/contract/portal';
import Fastify from 'fastify';
import { createEventStreams } from '../../platform/http/portal/page-events.ts';
import { createExports } from '../../platform/http/portal/exports.ts';
import { registerTable } from '../../platform/http/portal/register.ts';
import {
  callWithNothing,
  deviationsOf,
  expected,
  principals,
  startMatrixPortal,
  strangeTokens,
  type MatrixPortal,
  type Principal,
} from './testing/principals.ts';

let portal: MatrixPortal;
before(async () => {
  portal = await startMatrixPortal();
});
after(() => portal.close());

const table = Object.entries(portalRoutes) as [RouteName, PortalRoute][];

/** The routes that have each policy. */
const routesByPolicy = Map.groupBy(table, ([, { policy }]) => JSON.stringify(policy));

/**
 * The routes of one policy share the kinds of user; each route lets in one at least, and keeps out
 * one, where its policy does both.
 */
function callersOf([name, { policy }]: [RouteName, PortalRoute]): Principal[] {
  const routes = routesByPolicy.get(JSON.stringify(policy))!;
  const place = routes.findIndex(([other]) => other === name);
  const from = place % principals.length;
  const inTurn = [...principals.slice(from), ...principals.slice(0, from)];
  return [
    ...new Set([
      ...principals.filter((_, index) => index % routes.length === place),
      ...inTurn.filter((principal) => expected(policy, principal) === null).slice(0, 1),
      ...inTurn.filter((principal) => expected(policy, principal) !== null).slice(0, 1),
    ]),
  ];
}

for (const [index, [name, route]] of table.entries()) {
  test(`${name}: let in and kept out as its policy says`, async () => {
    const tokens = [strangeTokens[index % strangeTokens.length]!];
    assert.deepEqual(
      await deviationsOf(portal, [name, route.policy], callersOf([name, route]), tokens),
      [],
    );
  });
}

test('what is served below /portal/api is the table, and nothing beside it', () => {
  const prefix = ' /portal/api/';
  const served = portal.served
    .filter((route) => route.includes(prefix) && !route.startsWith('HEAD '))
    .map((route) => route.replace(prefix, ' '));
  assert.deepEqual(served.toSorted(), Object.keys(portalRoutes).toSorted());
});

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
    const browser = await portal.browserOf(principal);
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
      const { code, kept } = await callWithNothing(browser, name, ['readOnly']);
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
      `update portal_session set view_until = jokko_now() - interval '1 second'
        where view_until is not null`,
    );
    assert.deepEqual(
      [(await browser.get('me')).json.viewing, (await browser.get('balance')).code],
      [null, 'notAllowed'],
      'over by itself',
    );
  }
  const noted = await portal.db.database.query<{ action: string }>({
    name: 'noted_views',
    text: `select action from audit_entry where action like 'developer.view%' order by number
      limit 3`,
  });
  assert.deepEqual(
    noted.map(({ action }) => action),
    ['developer.view', 'developer.view-end', 'developer.view'],
  );
});

test('what is allowed is told in me: the same for every principal', async () => {
  for (const principal of principals) {
    const { json } = await (await portal.browserOf(principal)).get('me');
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
  const browser = await portal.browserOf(one);
  await portal.browserOf(other);
  const { rows } = {
    rows: await portal.db.database.query<{ id: bigint }>({
      name: 'last',
      text: 'select max(id) as id from portal_session',
    }),
  };
  const othersSession = Number(rows[0]!.id);
  assert.equal((await browser.post('sessions/end', { id: othersSession })).code, 'notFound');
  assert.equal(
    (await browser.post('memberships/switch', { id: portal.ids.get(other.name)!.membershipId }))
      .code,
    'notFound',
  );
  const key = `insert into passkey (user_id, credential_id, public_key, counter, transports, name)
    values (${portal.ids.get(other.name)!.userId}, 'c', '', 0, '{}', 'k')`;
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
  const browser = await portal.browserOf(principals[0]!);
  assert.equal((await browser.get('events')).status, 200);
  const { membershipId } = portal.ids.get(principals[0]!.name)!;
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
