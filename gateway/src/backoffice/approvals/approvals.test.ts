// S02: two users. Nobody approves their own approval request, each is carried out once, and
// everything is in the audit log.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { ApprovalKind } from '@jokko/contract/portal';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { listAudit } from '../../platform/audit/index.ts';
import { changeMember, attestIndependence } from '../users/index.ts';
import {
  approve,
  requestApproval,
  askOnce,
  findApprovalRequest,
  listApprovalRequests,
  refuseApprovalRequest,
  withdrawApprovalRequest,
} from './index.ts';
import { executeApproved } from './requests.ts';
import type { Decider, ApprovalRequestDeps, NewApprovalRequest } from './index.ts';
import type { Outcome } from './kinds.ts';
import { withdrawIn } from './requests.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

const postgres = usePostgres();
let db: TestDatabase;
let deps: ApprovalRequestDeps;
/** What was carried out, in order. */
let done: unknown[];
/** What the next carrying out of `outside` throws. */
let failure: Error | null;
/** What carrying out of `outside` comes to. */
let outcome: Outcome;

const decider = (userId: number): Decider => ({
  userId,
  who: { kind: 'user', userId, email: `p${userId}@x.sn`, address: null, agent: null },
});
const note = {
  name: 'note_done',
  text: `insert into account (name, webhook_secret_sealed) values ($1, '')`,
};
const isObject = (parameters: unknown) =>
  typeof parameters === 'object' && parameters !== null && 'n' in parameters
    ? null
    : 'n is missing';

beforeEach(async () => {
  db = await postgres.database();
  await db.sql(`insert into portal_user (email, email_key, name) values ('a', 'a', 'Asker'),
    ('b', 'b', 'Other'), ('c', 'c', 'Third');
    insert into membership (user_id, side, role) select id, 'operator', 'finance'
      from portal_user`);
  done = [];
  failure = null;
  outcome = { done: true, result: {} };
  deps = {
    database: db.database,
    kinds: {
      fund: {
        check: isObject,
        async within(session, { parameters }) {
          await session.query(note, [JSON.stringify(parameters)]);
          if (failure !== null) throw failure;
          return { done: true, result: { noted: 1 } };
        },
      },
      resolve: {
        check: isObject,
        async after({ id, parameters }) {
          if (failure !== null) throw failure;
          done.push({ id, parameters });
          return Promise.resolve(outcome);
        },
      },
    },
  };
});
afterEach(() => db.close());

async function asked(kind: ApprovalKind = 'fund'): Promise<number> {
  const approvalRequest = {
    kind,
    accountId: null,
    parameters: { n: 7 },
    reason: 'because',
    askedBy: 1,
  };
  const answer = await requestApproval(deps, decider(1).who, approvalRequest);
  assert.ok(answer.ok);
  return answer.id;
}
const noted = async () =>
  (
    await db.database.query<{ n: number }>({
      name: 'noted',
      text: 'select count(*)::integer as n from account',
    })
  )[0]!.n;

test('an approval request is carried out when another user approves, in one commit with the decision', async () => {
  const id = await asked();
  assert.deepEqual(await approve(deps, decider(1), id, null), { ok: false, refusal: 'ownRequest' });
  assert.equal(await noted(), 0);
  assert.deepEqual(await approve(deps, decider(2), id, 'fine'), {
    ok: true,
    state: 'done',
    result: { noted: 1 },
  });
  assert.equal(await noted(), 1);
  const approvalRequest = (await findApprovalRequest(db.database, id))!;
  assert.deepEqual(
    [
      approvalRequest.askedByName,
      approvalRequest.decidedByName,
      approvalRequest.note,
      approvalRequest.state,
    ],
    ['Asker', 'Other', 'fine', 'done'],
  );
  assert.deepEqual(
    (await listAudit(db.database, { subject: `wish/${id}`, limit: 10 })).map(
      ({ action }) => action,
    ),
    ['wish.approve', 'wish.ask'],
  );
});

test('two who approve at once carry it out once', async () => {
  const id = await asked();
  const answers = await Promise.all(
    [2, 3, 2, 3].map((user) => approve(deps, decider(user), id, null)),
  );
  assert.deepEqual(answers.map((answer) => (answer.ok ? answer.state : answer.refusal)).sort(), [
    'conflict',
    'conflict',
    'conflict',
    'done',
  ]);
  assert.equal(await noted(), 1);
});

test('what throws inside leaves the approval request open and nothing done', async () => {
  const id = await asked();
  failure = new Error('no');
  await assert.rejects(approve(deps, decider(2), id, null), failure);
  assert.equal((await findApprovalRequest(db.database, id))!.state, 'open');
  assert.equal(await noted(), 0);
});

test('what is done outside goes on after a failure, by one node at a time', async () => {
  const id = await asked('resolve');
  failure = new Error('the node stops here');
  await assert.rejects(approve(deps, decider(2), id, null), failure);
  assert.equal((await findApprovalRequest(db.database, id))!.state, 'approved');
  failure = null;
  await executeApproved(deps);
  assert.deepEqual(done, [], 'somebody may still be at it');
  await db.sql(`update approval_request set held_until = now() - interval '1 second'`);
  await Promise.all([executeApproved(deps), executeApproved(deps)]);
  assert.deepEqual(done, [{ id, parameters: { n: 7 } }]);
  assert.equal((await findApprovalRequest(db.database, id))!.state, 'done');
});

test('who approves what is done outside is told what came of it, or that another node is at it', async () => {
  const told = async () => {
    const id = await asked('resolve');
    return approve(deps, decider(2), id, null);
  };
  assert.deepEqual(await told(), { ok: true, state: 'done', result: {} });
  outcome = { done: false, result: { refusal: 'not covered' } };
  assert.deepEqual(await told(), { ok: true, state: 'failed', result: outcome.result });
  await db.sql(`create function held() returns trigger language plpgsql as
      $$ begin if new.state = 'approved' then new.held_until = now() + interval '1 minute'; end if;
        return new; end $$;
    create trigger held before update on approval_request for each row execute function held()`);
  assert.deepEqual(await told(), { ok: true, state: 'approved', result: null });
});

test('what is withdrawn with its subject is open or has expired; what was decided stays as it is', async () => {
  const [open, expired, decided] = [await asked(), await asked(), await asked()];
  assert.equal((await approve(deps, decider(2), decided, null)).ok, true);
  await db.sql(`update approval_request set expires_at = jokko_now() where id = ${expired}`);
  const { database, kinds } = deps;
  for (const id of [open, expired, decided, 999])
    await inTransaction(database, (session) => withdrawIn(session, kinds, decider(3), id));
  const stateOf = async (id: number) => (await findApprovalRequest(database, id))?.state;
  assert.deepEqual(
    [await stateOf(open), await stateOf(expired), await stateOf(decided)],
    ['withdrawn', 'withdrawn', 'done'],
  );
});

test('who asked can put away what has expired, once; the audit log tells a refusal from a withdrawal', async () => {
  const [expired, refused] = [await asked(), await asked()];
  await refuseApprovalRequest(deps, decider(2), refused, 'no');
  await db.sql(`update approval_request set expires_at = jokko_now() where id = ${expired}`);
  const withdrawn = () => withdrawApprovalRequest(deps, decider(1), expired);
  assert.deepEqual(await withdrawn(), { ok: true, state: 'withdrawn', result: null });
  assert.deepEqual(await withdrawn(), { ok: false, refusal: 'conflict' });
  const last = async (id: number) =>
    (await listAudit(db.database, { subject: `wish/${id}`, limit: 1 }))[0]!.action;
  assert.deepEqual([await last(refused), await last(expired)], ['wish.refuse', 'wish.withdraw']);
});

test('refused, withdrawn and expired approval requests are not carried out', async () => {
  const [refused, withdrawn, expired] = [await asked(), await asked(), await asked()];
  assert.deepEqual(await refuseApprovalRequest(deps, decider(1), refused, null), {
    ok: false,
    refusal: 'ownRequest',
  });
  assert.ok((await refuseApprovalRequest(deps, decider(2), refused, 'no')).ok);
  assert.deepEqual(await withdrawApprovalRequest(deps, decider(2), withdrawn), {
    ok: false,
    refusal: 'notFound',
  });
  assert.ok((await withdrawApprovalRequest(deps, decider(1), withdrawn)).ok);
  await db.sql(`update installation set clock_offset = interval '7 days 1 second'`);
  for (const id of [refused, withdrawn, expired])
    assert.deepEqual(await approve(deps, decider(3), id, null), { ok: false, refusal: 'conflict' });
  assert.deepEqual(
    (await listApprovalRequests(db.database, { limit: 10 })).map(({ state }) => state),
    ['expired', 'withdrawn', 'refused'],
  );
  assert.equal(await noted(), 0);
});

test('parameters are checked when the approval request is made', async () => {
  const approvalRequest: NewApprovalRequest = {
    kind: 'fund',
    accountId: null,
    parameters: {},
    reason: '',
    askedBy: 1,
  };
  assert.deepEqual(await requestApproval(deps, decider(1).who, approvalRequest), {
    ok: false,
    problem: 'n is missing',
  });
});

test('two whose seats come from one user are not two: siblings, and who brought the asker in; changing a seat hides nobody', async () => {
  const id = await asked();
  const refused = { ok: false, refusal: 'notTwoUsers' };
  const users = { database: db.database, secrets: null as never };
  await db.sql('update membership set given_by = 3');
  assert.deepEqual(
    await approve(deps, decider(2), id, null),
    refused,
    'both were brought in by the third',
  );
  assert.deepEqual(
    await approve(deps, decider(3), id, null),
    refused,
    'who brought the asker in could be the asker',
  );
  const by = { role: 'admin', countries: null };
  await db.sql(`update membership set given_by = null; update membership set given_by = 1
    where user_id = 2;
    insert into portal_user (email, email_key, name) values ('d', 'd', 'Fourth');
    insert into membership (user_id, side, role) values (4, 'operator', 'admin')`);
  const change = { membershipId: 2, accountId: null, role: 'finance', countries: null, by };
  assert.deepEqual(
    await changeMember(users, decider(2).who, change),
    { ok: false, refusal: 'notAllowed' },
    'nobody changes their own seat',
  );
  assert.deepEqual(await changeMember(users, decider(4).who, change), { ok: true });
  assert.deepEqual(
    await approve(deps, decider(2), id, null),
    refused,
    'another one changed it, and still the asker gave it',
  );
  assert.deepEqual(await attestIndependence(users, { kind: 'command' }, 'b'), { ok: true });
  assert.equal((await approve(deps, decider(2), id, null)).ok, true);
});

test('an approval request of somebody who was limited to countries since is not carried out; of who was limited when they asked it is', async () => {
  const users = { database: db.database, secrets: null as never };
  const limit = () => {
    const change = {
      membershipId: 1,
      accountId: null,
      role: 'finance',
      countries: ['CM'],
      by: { role: 'admin', countries: null },
    };
    return changeMember(users, decider(3).who, change);
  };
  const id = await asked();
  assert.deepEqual(await limit(), { ok: true });
  assert.deepEqual(await approve(deps, decider(2), id, null), { ok: false, refusal: 'askerLeft' });
  assert.equal((await approve(deps, decider(2), await asked(), null)).ok, true);
});

test('a user whom the requester invited, directly or through others, cannot approve; one whose independence was attested can', async () => {
  const id = await asked();
  const refused = { ok: false, refusal: 'notTwoUsers' };
  await db.sql(
    'update membership set given_by = 1 where user_id = 2; update membership set given_by = 2 where user_id = 3',
  );
  for (const user of [2, 3])
    assert.deepEqual(await approve(deps, decider(user), id, null), refused);
  // The one in between has gone, and still it was the asker who brought them.
  await db.sql('update membership set ended_at = now() where user_id = 2');
  assert.deepEqual(await approve(deps, decider(3), id, null), refused);
  assert.equal((await findApprovalRequest(db.database, id))!.state, 'open');
  const users = { database: db.database, secrets: null as never };
  assert.deepEqual(await attestIndependence(users, { kind: 'command' }, 'c'), { ok: true });
  assert.equal((await approve(deps, decider(3), id, null)).ok, true);
});

test('of an account, whom the owner brought in approves the owner’s approval requests, and nobody’s else who brought them in', async () => {
  deps = {
    ...deps,
    kinds: {
      payout: {
        check: isObject,
        within: () => Promise.resolve({ done: true, result: {} }),
      },
    },
  };
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('A', '');
    insert into membership (user_id, side, role, account_id, given_by) values
      (1, 'developer', 'admin', 1, null), (2, 'developer', 'finance', 1, 1)`);
  const approvalRequest: NewApprovalRequest = {
    kind: 'payout',
    accountId: 1,
    parameters: { n: 1 },
    reason: 'r',
    askedBy: 1,
  };
  const requested = await requestApproval(deps, decider(1).who, approvalRequest);
  assert.ok(requested.ok);
  const other = { ...decider(2), accountId: 1 };
  assert.deepEqual(await approve(deps, other, requested.id, null), {
    ok: false,
    refusal: 'notTwoUsers',
  });
  await db.sql(`update membership set role = 'owner' where user_id = 1 and account_id = 1`);
  assert.equal((await approve(deps, other, requested.id, null)).ok, true);
});

test('an approval request of somebody who has lost the right is refused, and can be put away', async () => {
  const losses = [
    `update membership set role = 'viewer' where user_id = 1`,
    `update membership set ended_at = now() where user_id = 1`,
    `update membership set ended_at = null, role = 'finance' where user_id = 1; update portal_user
      set disabled_at = now() where id = 1`,
  ];
  const id = await asked();
  for (const loss of losses) {
    await db.sql(loss);
    assert.deepEqual(
      await approve(deps, decider(2), id, null),
      { ok: false, refusal: 'askerLeft' },
      loss,
    );
  }
  assert.equal((await refuseApprovalRequest(deps, decider(2), id, null)).ok, true);
});

test('whoever lost the right to decide while they decided approves nothing', async () => {
  const id = await asked();
  const back = `update membership set ended_at = null, role = 'finance'
    where user_id = 2; update portal_user set disabled_at = null where id = 2`;
  for (const loss of [
    `update membership set role = 'viewer' where user_id = 2`,
    `update membership set ended_at = now() where user_id = 2`,
    `update portal_user set disabled_at = now() where id = 2`,
  ]) {
    await db.sql(loss);
    assert.deepEqual(
      await approve(deps, decider(2), id, null),
      { ok: false, refusal: 'notAllowed' },
      loss,
    );
    await db.sql(back);
  }
  assert.equal(await noted(), 0);
  assert.equal((await approve(deps, decider(2), id, null)).ok, true);
});

test('under one key a user asks once, whether the first try is over or under way, and it is written down once', async () => {
  const approvalRequest: NewApprovalRequest = {
    kind: 'fund',
    accountId: null,
    parameters: { n: 7 },
    reason: 'because',
    askedBy: 1,
  };
  const ask = (given: Partial<typeof approvalRequest> = {}, key = 'form-1') =>
    askOnce(deps, decider(1).who, { ...approvalRequest, ...given }, key);
  const answers = await Promise.all([ask(), ask(), ask()]);
  const [id] = answers.map((answer) => (answer.ok ? answer.id : 0));
  assert.deepEqual(
    answers.map((answer) => [answer.ok && answer.id, answer.ok && answer.repeated]).sort(),
    [
      [id, false],
      [id, true],
      [id, true],
    ],
  );
  const others: Partial<NewApprovalRequest>[] = [
    { reason: 'another' },
    { parameters: { n: 8 } },
    { kind: 'resolve' },
  ];
  for (const other of others) assert.deepEqual(await ask(other), { ok: false, keyUsed: true });
  assert.equal(
    (await listAudit(db.database, { limit: 10 })).filter(({ action }) => action === 'wish.ask')
      .length,
    1,
  );
  const further = await ask({}, 'form-2');
  assert.ok(further.ok && !further.repeated && further.id !== id);
  assert.deepEqual(await ask({ parameters: {} as never }, 'form-3'), {
    ok: false,
    problem: 'n is missing',
  });
});
