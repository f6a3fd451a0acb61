// Queues the reports that are due. The message and the next time are one commit, so that a period
// that two nodes see, or that a crash interrupts, is sent once. The file is made when it leaves.

import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { findProof } from '../morning-proof/index.ts';
import { queueNotification } from '../notifications/index.ts';
import { lockDue, moveScheduleOn, type DueReport } from './store.ts';

/** The most of one round of the task. */
const roundMax = 20;

/**
 * Without a mail server nothing is queued, and what is due waits for one, three days at most. True
 * when there may be more.
 */
export function createReportRounds({
  database,
  mails,
}: {
  database: Database;
  mails: boolean;
}): () => Promise<boolean> {
  return async () => {
    if (!mails) return false;
    for (let count = 0; count < roundMax; count += 1)
      if (!(await inTransaction(database, queueDue))) return false;
    return true;
  };
}

/** False: nothing is due. */
async function queueDue(session: Session): Promise<boolean> {
  const due = await lockDue(session);
  if (due === null) return false;
  if (!due.late) await queueReport(session, due);
  await moveScheduleOn(session, due.id);
  return true;
}

async function queueReport(session: Session, due: DueReport): Promise<void> {
  const { id, report, by, address, language, key, from, until, firstDay, lastDay } = due;
  const proof = report === 'morningProof' ? await findProof(session, lastDay) : null;
  // A day that had nothing to prove.
  if (report === 'morningProof' && proof === null) return;
  await queueNotification(session, {
    kind: 'report',
    channel: 'email',
    to: { address, language },
    parameters: {
      report,
      by,
      schedule: id,
      key,
      firstDay,
      lastDay,
      from: from.toISOString(),
      until: until.toISOString(),
      points: proof?.proof.points.length ?? null,
    },
    dedupKey: `report/${id}/${firstDay}`,
  });
}
