// Makes the file of a report and the sums of its message when that leaves, from books that are over
// by then.

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Database } from '../../platform/db/database.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { findProof, proofFile, readProofAnswer } from '../morning-proof/index.ts';
import {
  nothingAttached,
  type Attach,
  type NotificationParameters,
  type ReportFigure,
} from '../notifications/index.ts';
import { revenueFile, sumRevenue } from '../revenue/index.ts';
import { paidSettlementsFile } from '../settlements/index.ts';
import { paidFigures, proofFigures, revenueFigures } from './figures.ts';
import { findSchedule, type ReportSchedule } from './store.ts';

type Parameters = NotificationParameters['report'];

/**
 * `titleOf`: what people call a service. Null where there is nothing to send any more: its reader
 * has ended it meanwhile.
 */
export const attachReports =
  (database: Database, titleOf: (code: string) => string | null): Attach =>
  async ({ kind, parameters }) => {
    if (kind !== 'report') return nothingAttached;
    const asked = parameters as Parameters;
    const schedule = await findSchedule(database, asked.schedule);
    const made = schedule === null ? null : await madeOf({ database, titleOf }, schedule, asked);
    if (made === null) return null;
    const { name, type, content } = made.file;
    const bytes = Buffer.isBuffer(content) ? content : await buffer(Readable.from(content));
    return { files: [{ name, type, content: bytes }], figures: made.figures };
  };

interface Made {
  file: FileAnswer['file'];
  figures: ReportFigure[];
}

async function madeOf(
  { database, titleOf }: { database: Database; titleOf(code: string): string | null },
  { report, by, form, language, timeZone }: ReportSchedule,
  asked: Parameters,
): Promise<Made | null> {
  const period = { from: new Date(asked.from), until: new Date(asked.until), timeZone };
  switch (report) {
    case 'morningProof': {
      const found = await findProof(database, asked.lastDay);
      if (found === null) return null;
      return {
        file: proofFile(await readProofAnswer(database, found), { language, timeZone }),
        figures: proofFigures(found.proof),
      };
    }
    case 'revenue': {
      const grouping = by ?? 'service';
      const sums = await sumRevenue(database, grouping, period);
      return {
        file: revenueFile({ by: grouping, sums, titleOf, ...period, language }, form),
        figures: revenueFigures(sums),
      };
    }
    case 'settlements':
      return {
        file: await paidSettlementsFile(database, { ...period, language }, form),
        figures: await paidFigures(database, period),
      };
  }
}
