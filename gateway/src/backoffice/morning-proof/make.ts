// Makes the proof of yesterday each morning, and of days that were missed. One of all nodes makes
// it: it takes the turn, has the doctor look at the books, which may take minutes, and writes the
// proof with what is told of it.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { DoctorRounds } from '../../platform/doctor/on-demand.ts';
import { pointsOf, type Proof } from './proof.ts';
import { readForProof, type ProofBefore } from './read.ts';
import { listProofs, storeProof } from './store.ts';

/** Providers have told their statements of the day by then. UTC. */
const morningHour = 6;
/** Renewed in each round. A node that died leaves the turn to another one after it. */
const leaseSeconds = 120;
/**
 * Days on which no node was there are proven later, the oldest first, so that no movement is
 * without a proof.
 */
const daysBack = 7;

const selectDue: Statement = {
  name: 'select_day_to_prove',
  text: `with latest as (select ((jokko_now() at time zone
    'UTC') - interval '${24 + morningHour} hours')::date as day),
      due as (select l.day as latest,
        greatest(coalesce((select max(p.day) from morning_proof p where p.day <= l.day) + 1, l.day),
          l.day - ${daysBack - 1}) as day from latest l)
    select day::text as day from due where day <= latest`,
};
// Each account's own by the primary key: on a young database, whose plans know of no rows, a look
// for early times would read all of them.
const selectFirstDay: Statement = {
  name: 'select_first_day_of_transfers',
  text: `select min(t.created_at at time zone 'UTC')::date::text as day
    from (select id from account union all select 0) a(id)
    cross join lateral (select created_at from transfer where account_id = a.id order by id
      limit 1) t`,
};
const takeTurn: Statement = {
  name: 'take_turn_of_morning_proof',
  text: `update morning_proof_turn set leased_until = now() + interval '${leaseSeconds} seconds'
    where $1 or leased_until < now() returning 1`,
};
/** The next day that was missed need not wait for the end of the lease. */
const leaveTurn: Statement = {
  name: 'leave_turn_of_morning_proof',
  text: 'update morning_proof_turn set leased_until = now()',
};

export interface ProofRoundsDeps {
  database: Database;
  /** The doctor of the books; rounds of its own, as others are for users who wait. */
  doctor: DoctorRounds;
}

/** One round: begins to look at the books, waits for it, or writes the proof. Quick each time. */
export function createProofRounds({ database, doctor }: ProofRoundsDeps): () => Promise<void> {
  /** The day for which the doctor looks, and what it had found before. */
  let looking: { day: string; before: DoctorRounds['last'] } | null = null;
  /** A day before the first transfer has nothing to prove. */
  let firstDay: string | null = null;
  return async () => {
    const [due] = await database.query<{ day: string }>(selectDue);
    if (due !== undefined) firstDay ??= await readFirstDay(database);
    if (due === undefined || firstDay === null || due.day < firstDay) {
      looking = null;
      return;
    }
    const [turn] = await database.query(takeTurn, [looking !== null]);
    if (turn === undefined) return;
    if (looking?.day !== due.day) {
      if (doctor.running) return;
      looking = { day: due.day, before: doctor.last };
      doctor.begin();
      return;
    }
    if (doctor.running || doctor.last === looking.before) return;
    const diagnosis = doctor.last?.diagnosis ?? null;
    looking = null;
    await makeProof(database, due.day, diagnosis);
    await database.query(leaveTurn);
  };
}

async function readFirstDay(session: Session): Promise<string | null> {
  const [row] = await session.query<{ day: string | null }>(selectFirstDay);
  return row!.day;
}

/** `diagnosis`: of this morning; null: it could not be made. Null: another node was first. */
export async function makeProof(
  database: Database,
  day: string,
  diagnosis: Parameters<typeof readForProof>[1]['diagnosis'],
): Promise<Proof | null> {
  const before = await proofBefore(database, day);
  const readings = await readForProof(database, { day, before, diagnosis });
  const proof = { ...readings, points: pointsOf(readings) };
  return inTransaction(database, async (session) => {
    const seal = await storeProof(session, proof);
    if (seal === null) return null;
    await recordAudit(session, {
      who: { kind: 'system' },
      action: 'morning-proof.make',
      subject: `morning-proof/${day}`,
      new: { points: proof.points.length, seal: seal.toString('hex') },
    });
    return proof;
  });
}

/** The last one whose seal is whole: what somebody else wrote is not built on. */
async function proofBefore(session: Session, day: string): Promise<ProofBefore | null> {
  const [last] = await listProofs(session, day, 1);
  if (last?.sealed !== true) return null;
  return { until: new Date(last.proof.until), bank: last.proof.bank };
}
