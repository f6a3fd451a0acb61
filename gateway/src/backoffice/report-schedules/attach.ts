// Makes the file of a report when its message leaves, from books that are over by then.

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Database } from '../../platform/db/database.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { findProof, proofFile, readProofAnswer } from '../morning-proof/index.ts';
import type { Attach, NotificationParameters } from '../notifications/index.ts';
import { revenueFile, sumRevenue } from '../revenue/index.ts';
import { paidSettlementsFile } from '../settlements/index.ts';
import { findSchedule, type ReportSchedule } from './store.ts';

type Parameters = NotificationParameters['report'];

/** Answers no file where there is nothing to send any more: its reader has ended it meanwhile. */
export const attachReports =
  (database: Database): Attach =>
  async ({ kind, parameters }) => {
    if (kind !== 'report') return [];
    const asked = parameters as Parameters;
    const schedule = await findSchedule(database, asked.schedule);
    const file = schedule === null ? null : await fileOf(database, schedule, asked);
    if (file === null) return null;
    const { name, type, content } = file;
    const bytes = Buffer.isBuffer(content) ? content : await buffer(Readable.from(content));
    return [{ name, type, content: bytes }];
  };

async function fileOf(
  database: Database,
  { report, by, form, language, timeZone }: ReportSchedule,
  asked: Parameters,
): Promise<FileAnswer['file'] | null> {
  const period = { from: new Date(asked.from), until: new Date(asked.until), timeZone };
  switch (report) {
    case 'morningProof': {
      const found = await findProof(database, asked.lastDay);
      if (found === null) return null;
      return proofFile(await readProofAnswer(database, found), { language, timeZone });
    }
    case 'revenue': {
      const grouping = by ?? 'service';
      const sums = await sumRevenue(database, grouping, period);
      return revenueFile({ by: grouping, sums, ...period, language }, form);
    }
    case 'settlements':
      return paidSettlementsFile(database, { ...period, language }, form);
  }
}
