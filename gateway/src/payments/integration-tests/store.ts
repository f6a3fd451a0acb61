// Rows of integration tests: the newest of each account.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Answered, IntegrationTest, Line, NewIntegrationTest } from './integration-test.ts';

const keptOfAccount = 50;

const columns = `id::text as id, account_id as "accountId", made_by as "madeBy", receiver,
  order_id as "orderId", direction, scenarios,
  started_at as "startedAt", exchanges, repeated::text[] as repeated, ended_at as "endedAt", lines,
    certificate`;

// With the one that comes, as many stay as are kept. Whoever begins anew has left the one before.
const insertTest: Statement = {
  name: 'insert_integration_test',
  text: `
    with gone as (
      delete from integration_test where account_id = $1 and id <= (
        select id from integration_test where account_id = $1
          order by id desc offset ${keptOfAccount - 1} limit 1)
    )
    insert into integration_test (account_id, made_by, receiver, order_id, direction, scenarios)
    values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
};
const selectTest: Statement = {
  name: 'select_integration_test',
  text: `select ${columns} from integration_test where account_id = $1 and id = $2`,
};
const selectTests: Statement = {
  name: 'select_integration_tests',
  text: `select ${columns} from integration_test where account_id = $1 order by id desc limit $2`,
};
// Two who go on with the same step are one.
const addExchange: Statement = {
  name: 'add_integration_exchange',
  text: `update integration_test set exchanges = exchanges || jsonb_build_array($4::jsonb)
    where account_id = $1 and id = $2 and jsonb_array_length(exchanges) = $3 and ended_at is null
      returning ${columns}`,
};
const endTest: Statement = {
  name: 'end_integration_test',
  text: `update integration_test set ended_at = jokko_now(), lines = $3, certificate = $4
    where account_id = $1 and id = $2 and ended_at is null returning ${columns}`,
};
const addRepeated: Statement = {
  name: 'add_integration_repeat',
  text: `update integration_test set repeated = repeated || $2::bigint
    where account_id = $1 and ended_at is null and not $2::bigint = any (repeated)
      and id = (select max(id) from integration_test where account_id = $1)`,
};

export async function insertIntegrationTest(
  session: Session,
  { accountId, madeBy, receiver, orderId, direction, scenarios }: NewIntegrationTest,
): Promise<IntegrationTest> {
  const values = [accountId, madeBy, receiver, orderId, direction, scenarios];
  return (await session.query<IntegrationTest>(insertTest, values))[0]!;
}

/** Null: the account has no such test. */
export async function findIntegrationTest(
  session: Session,
  accountId: number,
  id: string,
): Promise<IntegrationTest | null> {
  return (await session.query<IntegrationTest>(selectTest, [accountId, id]))[0] ?? null;
}

/** The newest first. */
export const listIntegrationTests = (
  session: Session,
  accountId: number,
  limit: number,
): Promise<IntegrationTest[]> => session.query<IntegrationTest>(selectTests, [accountId, limit]);

/** Null: another step is due, or none. */
export async function storeExchange(
  session: Session,
  { accountId, id }: Pick<IntegrationTest, 'accountId' | 'id'>,
  step: number,
  answers: readonly Answered[],
): Promise<IntegrationTest | null> {
  const values = [accountId, id, step, JSON.stringify(answers)];
  return (await session.query<IntegrationTest>(addExchange, values))[0] ?? null;
}

/** Null: it had ended. */
export async function storeEnd(
  session: Session,
  { accountId, id }: Pick<IntegrationTest, 'accountId' | 'id'>,
  lines: readonly Line[],
  certificate: string | null,
): Promise<IntegrationTest | null> {
  const values = [accountId, id, JSON.stringify(lines), certificate];
  return (await session.query<IntegrationTest>(endTest, values))[0] ?? null;
}

const selectCertified: Statement = {
  name: 'select_certified_integration',
  text: `select ended_at as at from integration_test where account_id = $1
    and certificate is not null order by id desc limit 1`,
};
/** When the account's newest certificate was made; null: there is none. */
export async function findCertified(session: Session, accountId: number): Promise<Date | null> {
  return (await session.query<{ at: Date }>(selectCertified, [accountId]))[0]?.at ?? null;
}

/** The program has repeated an order whose answer was lost: the account's running test is told. */
export async function noteRepeat(
  session: Session,
  accountId: number,
  transactionId: string,
): Promise<void> {
  await session.query(addRepeated, [accountId, transactionId]);
}
