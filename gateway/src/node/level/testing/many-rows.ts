// Fills a database as three years leave it, in seconds: 300 accounts of unequal size, finished
// payments over 36 months, and a backlog of 200,000 that waits for a provider. Rows of the tables
// that lists, statements and sweeps read; their texts are short.

import type { TestDatabase } from '../../doctor/testing/postgres.ts';

export const manyRows = {
  accounts: 300,
  /** Payments of all accounts; the first one has about a sixth of them. */
  finished: 150_000,
  /** 120,000 of them are to be sent, 80,000 to be asked about: all due, nobody's. */
  backlog: 200_000,
  backlogToSend: 120_000,
  months: 36,
  /** The account with most of the rows, one with few. */
  large: 1,
  small: 300,
  route: 'slow',
  currency: 'XOF',
};

const { accounts, finished, backlog, backlogToSend, months, route, currency } = manyRows;
const firstId = 5_000_000_000_000;

/** Shares fall as 1/n: the first account has about 1 of 6, the last 1 of 1,900. */
const accountOf = (number: string) =>
  `least(${accounts}, floor(exp((hashint4(${number}) & 65535) / 65536.0 *
    ln(${accounts + 1})))::integer)`;

const operationColumns = `account_id, id, external_id, fingerprint, code_service, direction, route, phone_given, phone, amount, commission,
  currency, details, state, proof, provider_reference, balance_before, balance_after, attempts, created_at, updated_at, next_step_at`;

const finishedRows = `
  insert into operation (${operationColumns})
  select ${accountOf('n')}, ${firstId} + n, 'order-' || n, '\\x01', 'OPA_SN_API_CASH_IN', 'DEBIT',
    '${route}', '770000000',
    '+22177' || lpad((n % 100000)::text, 7, '0'), 10000 + n % 1000, 0, '${currency}', '{}',
      case n % 10 when 0 then 'FAILED' else 'SUCCESS' end,
    case n % 10 when 0 then 'provider_failed' else 'provider_succeeded' end, 'P' || n, 0, 0, 1, at,
      at, null
  from generate_series(1, ${finished}) n cross join lateral (
    select now() - interval '${months} months' * (1 - n / ${finished}::float8) as at) t`;
const backlogRows = `
  insert into operation (${operationColumns})
  select ${accountOf('n')}, ${firstId + finished} + n, 'late-' || n, '\\x01', 'OPA_SN_API_CASH_IN',
    'DEBIT', '${route}', '770000000',
    '+22178' || lpad(n::text, 7, '0'), 10000, 0, '${currency}', '{}', case
      when n <= ${backlogToSend} then 'READY' else 'ACCEPTED' end,
    null, null, 0, 0, 0, now() - interval '1 hour', now() - interval '1 hour',
      now() - interval '1 minute' * (n % 50)
  from generate_series(1, ${backlog}) n`;
const transferRows = `
  insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency,
    available_after, created_at)
  select o.account_id, row_number() over (partition by o.account_id order by o.created_at, v.debit),
    o.id, v.verb, v.debit, v.credit, 10000, '${currency}', 1, o.created_at
  from (select account_id, id, created_at from operation where next_step_at is null
    order by created_at) o
    cross join (values ('hold', 'available', 'held'), ('post', 'held', 'provider:${route}')) as v
      (verb, debit, credit)`;
const transitionRows = `
  insert into operation_transition (account_id, operation_id, from_state, to_state, reason,
    created_at)
  select account_id, id, 'SENDING', state, 'test', created_at
  from operation where next_step_at is null order by created_at`;
const callbackRows = `
  insert into callback (account_id, operation_id, destination, url, status, state, attempts,
    next_attempt_at, created_at, closed_at)
  select account_id, id, 'https://shop.example:443', 'https://shop.example/', 'SUCCESS', 'delivered',
    1, null, created_at, created_at
  from operation where next_step_at is null and id % 2 = 0 order by created_at`;

/** Leaves the tables as autovacuum does: with statistics of all of it. */
export async function fillWithManyRows({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const tables = ['operation', 'transfer', 'operation_transition', 'callback'];
  await sql(`
    set session_replication_role = replica;
    insert into account (id, name, webhook_secret_sealed) overriding system value
    select n, 'Account ' || n, '\\x00' from generate_series(1, ${accounts}) n;
    update installation set created_at = now() - interval '${months} months';
    ${[finishedRows, backlogRows, transferRows, transitionRows, callbackRows].join(';')}`);
  for (const table of tables) await sql(`vacuum analyze ${table}`);
}
