// Fills the books that tests of statements compare with: every life of an operation, in a database
// of its own for each test. Writes the lines that a provider would write about them.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { runDoctor } from '../../../node/doctor/index.ts';
import { fillCorrectly, type Ids } from '../../../node/doctor/testing/correct.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../../node/doctor/testing/postgres.ts';
import { listDiscrepancies, repeatMatching, type Discrepancy } from '../index.ts';
import { byCommand, workOff } from './files.ts';

let postgres: TestPostgres;
let template: string;
/** Operations of the books, by what they are. */
export let ids: Ids;
/** Our references, by operation and attempt. */
let references: Map<string, string>;
/** The database of the test that runs. */
export let db: TestDatabase;
/** When all that is in the books was sent. */
export let filledAt: Date;

/** Adds the hooks that fill the books to the test file that calls it. */
export function useBooks(): void {
  before(async () => {
    postgres = await startTestPostgres();
    const filled = await postgres.database();
    ids = await fillCorrectly(filled.database);
    filledAt = (
      await filled.database.query<{ at: Date }>({
        name: 'filled',
        text: 'select min(sent_at) as at from attempt',
      })
    )[0]!.at;
    references = new Map(
      (
        await filled.database.query<{ key: string; ours: string }>({
          name: 'references',
          text: `select operation_id || ' ' || number as key, refs->>'ours' as ours from attempt`,
        })
      ).map(({ key, ours }) => [key, ours]),
    );
    // What was booked just now is not looked for yet.
    await filled.sql(
      `set session_replication_role = replica; update transfer
        set created_at = created_at - interval '1 minute'`,
    );
    template = filled.name;
    await filled.leave();
  });
  after(() => postgres.close());
  beforeEach(async () => {
    db = await postgres.database(template);
  });
  afterEach(() => db.close());
}

export const heading =
  'transaction_id,external_reference,direction,amount,fee,currency,status,completed_at';
export const hourMs = 3_600_000;
export const period = () => ({
  from: new Date(Date.now() - 2 * hourMs),
  until: new Date(Date.now() + hourMs),
});

export interface Said {
  ours?: string;
  theirs?: string;
  direction?: 'in' | 'out';
  amount?: string;
  fee?: string;
  status?: string;
  at?: Date;
}
let serial = 0;
export function line({
  ours = '',
  theirs,
  direction = 'out',
  amount = '5000',
  fee = '50',
  status = 'SUCCESS',
  at = filledAt,
}: Said): string {
  return [
    theirs ?? `X${(serial += 1)}`,
    ours,
    direction,
    amount,
    fee,
    'XOF',
    status,
    at.toISOString(),
  ].join(',');
}
/** Our reference of an attempt of the books. */
export const ref = (name: keyof Ids, attempt = 1): string => referenceOf(ids[name], attempt);
function referenceOf(id: string, attempt: number): string {
  const reference = references.get(`${id} ${attempt}`);
  assert.ok(reference !== undefined, `attempt ${attempt} of ${id} is in the books`);
  return reference;
}
export const file = (lines: string[]): string => `${[heading, ...lines].join('\n')}\n`;
export const discrepanciesOf = (fileId: number): Promise<Discrepancy[]> =>
  listDiscrepancies(db.database, { fileId, class: null, state: null, after: null, limit: 100 });
export const classesOf = async (fileId: number): Promise<Map<number, string>> =>
  new Map(
    (await discrepanciesOf(fileId)).flatMap((discrepancy) =>
      discrepancy.line === null ? [] : [[discrepancy.line, discrepancy.class]],
    ),
  );

/**
 * What our books say was executed at the route, but for these, so that nothing is missing in the
 * file.
 */
export async function restOf(except: (keyof Ids)[]): Promise<string[]> {
  const rows = await db.database.query<{
    id: bigint;
    attempt: number;
    into: boolean;
    amount: bigint;
  }>({
    name: 'all_booked',
    text: `select t.operation_id as id, t.debit like 'provider:%' as into, t.amount,
        coalesce((select max(number) from attempt a where a.operation_id = t.operation_id
          and a.state = 'SUCCEEDED'
          and a.purpose = case when t.verb = 'reverse' then 'refund' else 'execute' end), -1)
            as attempt
      from transfer t where (t.debit like 'provider:%' or t.credit like 'provider:%')
        and t.operation_id is not null
        and t.verb <> 'provider_fee'`,
  });
  const left = new Set(except.map((name) => ids[name]));
  return rows
    .filter(({ id }) => !left.has(String(id)))
    .map(({ id, attempt, into, amount }) =>
      line({
        ours: referenceOf(String(id), attempt < 0 ? 1 : attempt),
        status: attempt < 0 ? 'REVERSED' : 'SUCCESS',
        direction: into ? 'in' : 'out',
        amount: String(amount / 10_000n),
        fee: String(amount / 1_000_000n),
      }),
    );
}

export const provider = 'provider:gsma-sandbox';
/** One entry of 5,000 more, of now or of an hour from now. */
export async function book(
  verb: string,
  debit: string,
  credit: string,
  name: keyof Ids | null,
  hours = 0,
): Promise<void> {
  await db.sql(`insert into transfer (account_id, id, operation_id, verb, debit, credit, amount,
    currency, available_after, created_at)
    values (${name === null ? 0 : 1}, (select max(id) + 1 from transfer),
      ${name === null ? 'null' : ids[name]}, '${verb}', '${debit}', '${credit}', 50000000, 'XOF', 0,
      now() - interval '1 minute' + interval '${hours} hours')`);
}
/** Our own money on its way to the provider, or back from it; ten-thousandths. */
export async function bookFloat(reference: string, amount: string): Promise<void> {
  const isOut = amount.startsWith('-');
  await book('settle', isOut ? 'treasury' : provider, isOut ? provider : 'treasury', null);
  await db.sql(`insert into portal_user (email, email_key, name, password_hash)
    select 'p' || n, 'p' || n, 'P', '' from generate_series(1, 2) as n on conflict do nothing;
    insert into approval_request (kind, parameters, reason, state, asked_by, decided_by, expires_at)
      select 'float', '{}', 'r', 'done', min(id), max(id), now() from portal_user;
    insert into float_move (approval_request_id, transfer_id, route, currency, amount, reference,
      value_date, made_at)
      select (select max(id) from approval_request), max(id), 'gsma-sandbox', 'XOF', ${amount},
        '${reference}', now()::date, now() - interval '1 minute'
        from transfer where account_id = 0`);
}
export const openOf = async (fileId: number): Promise<string[]> =>
  (await discrepanciesOf(fileId))
    .filter((discrepancy) => discrepancy.state === 'open')
    .map((discrepancy) => `${discrepancy.class} ${discrepancy.operationId ?? discrepancy.line}`);
export const again = async (id: number): Promise<void> => {
  assert.equal(await repeatMatching(db.database, { id, by: byCommand }), true);
  await workOff(db);
};
export const isWhole = async (): Promise<void> =>
  assert.deepEqual(
    (await runDoctor(db.database)).checks
      .filter(({ id, violations }) => id === 'I-08' && violations > 0)
      .map(({ examples }) => examples),
    [],
  );
