// Asks Infobip's logs, which know the messages of 48 hours by our references: to confirm reports that
// nothing proves, and to find messages whose answer was lost.

import type { SmsContext, SmsReceipt } from '@jokko/connectors/kit';
import { getLogs } from './call.ts';
import type { InfobipConfig } from './config.ts';
import { entriesOf, isLogs } from './read-answer.ts';
import { readReport } from './read-report.ts';

type Context = SmsContext<InfobipConfig>;

/** Ids in one address, each of up to 200 characters. */
const idsPerCall = 50;

/** The logs tell the state. */
export const confirm = (
  context: Context,
  unproven: readonly SmsReceipt[],
): Promise<SmsReceipt[] | null> =>
  askLogs(
    context,
    unproven.map(({ id }) => id),
  );

/** As the logs tell them now; ids that they do not know are left out. Null: they cannot be asked. */
export async function askLogs(
  context: Context,
  ids: readonly string[],
): Promise<SmsReceipt[] | null> {
  const told: SmsReceipt[] = [];
  for (let at = 0; at < ids.length; at += idsPerCall) {
    const receipts = await askOnce(context, ids.slice(at, at + idsPerCall));
    if (receipts === null) return null;
    told.push(...receipts);
  }
  return told;
}

async function askOnce(context: Context, ids: readonly string[]): Promise<SmsReceipt[] | null> {
  const result = await getLogs(context, ids);
  if (!isLogs(result)) return null;
  const entries = entriesOf(result, 'results');
  return ids.flatMap((id) => {
    const entry = entries.get(id);
    const receipt = entry === undefined ? null : readReport(entry);
    return receipt === null ? [] : [receipt];
  });
}
