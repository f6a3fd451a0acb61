// Proves that a command that calls a route of the portal has its checks and its rules, and is
// nobody where a rule is about users.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorOf } from '../platform/http/portal/caller.ts';
import type { Handlers } from '../platform/http/portal/handler.ts';
import { notFound, refuseAddress } from '../platform/http/portal/refused.ts';
import { Refusal, UsageError } from './errors.ts';
import { callRoute, readRows } from './portal-command.ts';

type Release = 'POST operator/blacklist/release';
const route: Release = 'POST operator/blacklist/release';
const body = { address: '192.0.2.1', accountId: null };

const release = (
  handler: Handlers[Release],
  given: object = body,
  { mode = 'sandbox', refusals = {} }: { mode?: 'sandbox' | 'live'; refusals?: object } = {},
) =>
  callRoute(
    { mode },
    { handlers: { [route]: handler }, route, given: { body: { ...body, ...given } }, refusals },
  );
const done = { ok: true as const, answer: { released: 1 } };

test('the handler gets what was checked, from the command line, and its answer is the result', async () => {
  const answer = await release(({ body: got, caller: { session, membership }, visit }) => {
    assert.deepEqual(got, body);
    assert.deepEqual(
      [membership.side, membership.role, membership.countries],
      ['operator', 'admin', null],
    );
    assert.deepEqual(actorOf(session.user, visit), { kind: 'command' });
    return done;
  });
  assert.deepEqual(answer, { released: 1 });
});

test('an account’s route is called for this account, by its owner', async () => {
  const called: unknown[] = [];
  const list: Handlers['GET pins'] = ({ caller: { membership } }) => {
    called.push(membership.side, membership.accountId);
    return { ok: true, answer: { pins: [], certificates: [] } };
  };
  const handlers = { 'GET pins': list } as const;
  await callRoute({ mode: 'live' }, { handlers, route: 'GET pins', given: {}, accountId: 7 });
  assert.deepEqual(called, ['developer', 7]);
});

test('what the schema of the route refuses is a fault of the command line and reaches no handler', async () => {
  const never = () => assert.fail('the handler was called');
  for (const [given, text] of [
    [{ address: '' }, 'address: empty'],
    [{ address: 'x'.repeat(61) }, 'address: too long'],
    [{ account: 7 }, 'account: unknown'],
    [{ accountId: undefined }, 'accountId: missing'],
  ] as const)
    await assert.rejects(
      async () => release(never, given),
      (error: Error) => error instanceof UsageError && error.message.includes(text),
    );
});

test('a refusal of the handler is the command’s: in its own words where it has some', async () => {
  const refusals = { notFound: 'it is not blocked' };
  await assert.rejects(
    release(() => notFound, {}, { refusals }),
    (error: Error) => error instanceof Refusal && error.message === 'it is not blocked',
  );
  await assert.rejects(
    release(() => notFound),
    /^Error: not found$/,
  );
  await assert.rejects(
    release(() => refuseAddress('url', { problem: 'urlNotAllowed', reason: 'notHttps' })),
    UsageError,
  );
});

test('outside the sandbox a card number is refused where the portal refuses it', async () => {
  const give = (mode: 'sandbox' | 'live') =>
    callRoute(
      { mode },
      {
        handlers: { 'POST operator/settlements/refuse': () => ({ ok: true, answer: {} }) },
        route: 'POST operator/settlements/refuse',
        given: { body: { id: 1, reason: 'card 4111 1111 1111 1111' } },
      },
    );
  assert.deepEqual(await give('sandbox'), {});
  await assert.rejects(give('live'), /^Error: reason: card number/);
});

test('no command takes part in what takes two users, and no change learns a user from it', async () => {
  await assert.rejects(
    callRoute(
      { mode: 'sandbox' },
      {
        handlers: { 'POST operator/settlements/approve': () => assert.fail('it was called') },
        route: 'POST operator/settlements/approve',
        given: { body: { id: 1, reason: 'paid' } },
      },
    ),
    /no command calls .*: it takes two users/,
  );
  await assert.rejects(
    release(({ caller: { session } }) => ({ ok: true, answer: { released: session.user.id } })),
    /needs a user/,
  );
});

test('a list is read over as many pages as its limit needs', async () => {
  const asked: (string | undefined)[] = [];
  const page = (after: string | undefined) => {
    asked.push(after);
    const from = Number(after ?? 0);
    return Promise.resolve({ items: [from, from + 1], next: from < 4 ? String(from + 2) : null });
  };
  assert.deepEqual(await readRows(3, page), [0, 1, 2]);
  assert.deepEqual(await readRows(100, page), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(asked, [undefined, '2', undefined, '2', '4']);
});
