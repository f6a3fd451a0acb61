// Infobip's logs, which know the messages of 48 hours by our references.

import { createRecords, entriesIn } from '@jokko/connectors/kit/carrier';
import type { Settings } from './config.ts';
import { readEntry } from './read-answer.ts';
import { readReport } from './receive.ts';

/** Infobip allows 120 questions a minute; a hundred leave some to other programs. */
export const betweenMs = 600;

export const logs = createRecords<Settings>({
  besideId: '&messageId='.length,
  betweenMs,
  ask({ get }, ids) {
    const query = new URLSearchParams(ids.map((id): [string, string] => ['messageId', id]));
    // Unless it is told how many, Infobip answers with 50.
    query.append('limit', String(ids.length));
    return get(`/sms/3/logs?${query.toString()}`);
  },
  entriesOf: (answer) => (answer.status === 200 ? entriesIn(answer, 'results', 'messageId') : null),
  receiptOf: readReport,
  readingOf: readEntry,
});
