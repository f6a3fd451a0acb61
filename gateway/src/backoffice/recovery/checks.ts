// Checks that the database knows what was sent from it, and has numbers that it gave out itself.
// Invariants I-16 and I-19.

import type { Session } from '../../platform/db/database.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { blockSize, lowestId } from '../../platform/db/scattered-ids.ts';
import { describeMissing, type Sealing } from '../../payments/send-journal/index.ts';
import { findForgotten } from './hand-in.ts';

/** An entry may have been written since the snapshot in which the doctor looks. */
const freshEntries = `interval '1 minute'`;

export const sentIsKnown: Check = {
  id: 'I-16',
  reach: 'once',
  statement: 'every attempt in the send journals is in the database',
  sql: `
    select format('account %s: attempt %s of transaction %s was sent and cannot be made again: %s',
      account_id, number, operation_id, reason) as example
      from forgotten_attempt where resolved_at is null
    union all
    select format('a recovery is needed: %s', recovery_reason) from installation
      where recovery_reason is not null`,
};

/** The same with the journals below a DATA_DIR at hand. */
export const sentIsKnownBy = (journals: string, secrets: Sealing): Check => ({
  ...sentIsKnown,
  prove: (session) => proveJournals(session, journals, secrets),
});

async function* proveJournals(
  session: Session,
  journals: string,
  secrets: Sealing,
): AsyncIterable<string> {
  const [row] = await session.query<{ before: Date }>({
    name: 'doctor_journals_before',
    text: `select jokko_now() - ${freshEntries} as before`,
  });
  const waiting = await session.query<{ key: string }>({
    name: 'doctor_forgotten_attempts',
    text: `select operation_id || ' ' || number as key from forgotten_attempt`,
  });
  const counted = new Set(waiting.map(({ key }) => key));
  for (const entry of await findForgotten(session, journals, secrets))
    if (
      entry.attempt.sentAt < row!.before &&
      !counted.has(`${entry.terms.id} ${entry.attempt.number}`)
    )
      yield describeMissing(entry);
}

export const numbersAreOurs: Check = {
  id: 'I-19',
  needs: {
    sql: `select from id_block where kind = 'operation'`,
    reason: 'no node has taken a block of ids',
  },
  statement:
    'nothing is numbered above the high-water mark: ids are of blocks that nodes took, no mark is of a later epoch',
  sql: `
    select format('account %s: transaction %s is of no block that a node took', o.account_id,
      o.id) as example
      from operation o
      where not exists (
        select from id_block b where b.kind = 'operation'
          and b.block = (o.id - ${lowestId}) / ${blockSize} offset 0)`,
  alsoOnce: `
    select format('node %s has a mark of epoch %s, the installation is in epoch %s', h.node_id,
      h.epoch, i.epoch) as example
      from high_water_mark h cross join installation i where h.epoch > i.epoch`,
};
