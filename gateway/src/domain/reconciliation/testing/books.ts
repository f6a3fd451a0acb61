// Which books do tests of statements compare with? Those of every life of an operation, in a database of their own for each test; and the lines
// that a provider would write about them. Whoever imports this has them before its tests.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { runDoctor } from '../../../doctor/index.ts';
import { fillCorrectly, type Ids } from '../../../doctor/testing/correct.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../../../doctor/testing/postgres.ts';
import { attemptReference } from '../../operations/index.ts';
import { listGaps, repeatMatching, type Gap } from '../index.ts';
import { byCommand, workOff } from './files.ts';

let postgres: TestPostgres;
let template: string;
/** Operations of the books, by what they are. */
export let ids: Ids;
/** Of the test that runs. */
export let db: TestDatabase;
/** When all that is in the books was sent. */
export let filledAt: Date;

before(async () => {
  postgres = await startTestPostgres();
  const filled = await postgres.database();
  ids = await fillCorrectly(filled.database);
  filledAt = (await filled.database.query<{ at: Date }>({ name: 'filled', text: 'select min(sent_at) as at from attempt' }))[0]!.at;
  // What was booked just now is not looked for yet.
  await filled.sql(`set session_replication_role = replica; update transfer set created_at = created_at - interval '1 minute'`);
  template = filled.name;
  await filled.close();
});
after(() => postgres.close());
beforeEach(async () => {
  db = await postgres.database(template);
});
afterEach(() => db.close());

export const heading = 'transaction_id,external_reference,direction,amount,fee,currency,status,completed_at';
export const hourMs = 3_600_000;
export const period = () => ({ from: new Date(Date.now() - 2 * hourMs), until: new Date(Date.now() + hourMs) });

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
  return [theirs ?? `X${(serial += 1)}`, ours, direction, amount, fee, 'XOF', status, at.toISOString()].join(',');
}
export const ref = (name: keyof Ids, attempt = 1, account = 1): string => attemptReference(account, ids[name], attempt);
export const file = (lines: string[]): string => `${[heading, ...lines].join('\n')}\n`;
export const gapsOf = (fileId: number): Promise<Gap[]> =>
  listGaps(db.database, { fileId, class: null, state: null, after: null, limit: 100 });
export const classesOf = async (fileId: number): Promise<Map<number, string>> =>
  new Map((await gapsOf(fileId)).flatMap((gap) => (gap.line === null ? [] : [[gap.line, gap.class]])));

/** What our books say was executed at the route, but for these, so that nothing is missing in the file. */
export async function restOf(except: (keyof Ids)[]): Promise<string[]> {
  const rows = await db.database.query<{ account: number; id: bigint; attempt: number; into: boolean; amount: bigint }>({
    name: 'all_booked',
    text: `select t.account_id as account, t.operation_id as id, t.debit like 'provider:%' as into, t.amount,
        coalesce((select max(number) from attempt a where a.operation_id = t.operation_id and a.state = 'SUCCEEDED'
          and a.purpose = case when t.verb = 'reverse' then 'refund' else 'execute' end), -1) as attempt
      from transfer t where (t.debit like 'provider:%' or t.credit like 'provider:%') and t.operation_id is not null`,
  });
  const left = new Set(except.map((name) => ids[name]));
  return rows
    .filter(({ id }) => !left.has(String(id)))
    .map(({ account, id, attempt, into, amount }) =>
      line({
        ours: attemptReference(account, String(id), attempt < 0 ? 1 : attempt),
        status: attempt < 0 ? 'REVERSED' : 'SUCCESS',
        ...{ direction: into ? 'in' : 'out', amount: String(amount / 10_000n), fee: String(amount / 1_000_000n) },
      }),
    );
}

export const provider = 'provider:gsma-sandbox';
/** One entry of 5,000 more, of now or of an hour from now. */
export async function book(verb: string, debit: string, credit: string, name: keyof Ids | null, hours = 0): Promise<void> {
  await db.sql(`insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency, available_after, created_at)
    overriding system value values (${name === null ? 0 : 1}, (select max(id) + 1 from transfer), ${name === null ? 'null' : ids[name]}, '${verb}', '${debit}', '${credit}', 50000000, 'XOF', 0,
      now() - interval '1 minute' + interval '${hours} hours')`);
}
export const openOf = async (fileId: number): Promise<string[]> =>
  (await gapsOf(fileId)).filter((gap) => gap.state === 'open').map((gap) => `${gap.class} ${gap.operationId ?? gap.line}`);
export const again = async (id: number): Promise<void> => {
  assert.equal(await repeatMatching(db.database, { id, by: byCommand }), true);
  await workOff(db);
};
export const isWhole = async (): Promise<void> =>
  assert.deepEqual(
    (await runDoctor(db.database)).checks.filter(({ id, violations }) => id === 'I-08' && violations > 0).map(({ examples }) => examples),
    [],
  );
