// Routes of reports by e-mail: their list, a new one, and the end of one by a user or its reader.

import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { environment } from '../../platform/environment.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound, refuse, refuseField } from '../../platform/http/portal/refused.ts';
import { readEmail } from '../users/index.ts';
import {
  countSchedules,
  endSchedule,
  listSchedules,
  storeSchedule,
  type GivenReport,
} from './store.ts';

/** Each reads a period of the books, and the page lists all of them. */
const schedulesMax = 100;

export interface ReportScheduleDeps {
  database: Database;
  /** Whether the installation sends e-mail. */
  mails: boolean;
}

export function reportScheduleHandlers({ database, mails }: ReportScheduleDeps) {
  return {
    async 'GET operator/report-schedules'() {
      return { ok: true, answer: { mails, items: await listSchedules(database) } };
    },
    async 'POST operator/report-schedules'({ body, caller: { session }, visit }) {
      if (!mails) return refuse('notNow');
      const address = readEmail(body.address);
      if (address === null) return refuseField('address', 'notEmail');
      if ((await countSchedules(database)) >= schedulesMax)
        return refuseField('address', 'tooMany');
      const wrong = problemOf(body);
      if (wrong !== null) return refuseField(wrong, 'notAllowed');
      const given = { ...body, address };
      const { user } = session;
      return inTransaction(database, async (transaction) => {
        const stored = await storeSchedule(transaction, given, {
          timeZone: user.timeZone,
          key: environment.uuid(),
          userId: user.id,
        });
        await recordAudit(transaction, {
          who: actorOf(user, visit),
          action: 'report-schedule.make',
          subject: `report-schedule/${stored.id}`,
          new: given,
        });
        return { ok: true as const, answer: stored };
      });
    },
    async 'POST operator/report-schedules/end'({ body: { id }, caller: { session }, visit }) {
      const ended = await end(database, { id }, actorOf(session.user, visit));
      return ended ? { ok: true, answer: {} } : notFound;
    },
    async 'POST report-schedules/unsubscribe'({ body: { key }, visit }) {
      const { address, agent } = visit;
      const ended = await end(database, { key }, { kind: 'nobody', address, agent });
      return ended ? { ok: true, answer: {} } : notFound;
    },
  } satisfies Partial<Handlers>;
}

/** The field that does not go with the others; null: all do. */
function problemOf({ report, by, form, every }: GivenReport): 'by' | 'form' | 'every' | null {
  if ((report === 'revenue') !== (by !== null)) return 'by';
  if (report !== 'morningProof') return null;
  if (form !== 'pdf') return 'form';
  return every === 'day' ? null : 'every';
}

/** False: there is none any more. */
function end(
  database: Database,
  which: { id: number } | { key: string },
  who: Who,
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    const ended = await endSchedule(session, which);
    if (ended === null) return false;
    const { id, ...old } = ended;
    await recordAudit(session, {
      who,
      action: 'report-schedule.end',
      subject: `report-schedule/${id}`,
      old,
    });
    return true;
  });
}
