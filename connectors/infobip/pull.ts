// Fetches reports for a session whose configuration asks for it. Infobip gives each report once, so
// that what was fetched is kept here until it is stored.

import { listMember, objectFromWire } from '@jokko/connectors/kit';
import type { SmsContext, SmsEvents, SmsReceipt, SmsSession } from '@jokko/connectors/kit';
import { getReports } from './call.ts';
import type { InfobipConfig } from './config.ts';
import { readReport } from './read-report.ts';

const everyMs = 10_000;
const reportsMax = 500;

/** The same session, which fetches reports until it is closed. */
export function withPulledReports(
  session: SmsSession,
  context: SmsContext<InfobipConfig>,
  events: Pick<SmsEvents, 'receipt'>,
): SmsSession {
  const kept: SmsReceipt[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const isClosed = (): boolean => session.state === 'closed';
  async function round(): Promise<void> {
    if (kept.length === 0 && session.state === 'bound') kept.push(...(await fetchReports(context)));
    await storeReports(kept, context, events);
    if (!isClosed()) plan(kept.length > 0 ? retryMs : everyMs);
  }
  function plan(afterMs: number): void {
    timer = setTimeout(() => {
      running = round();
    }, afterMs);
  }
  plan(everyMs);
  return {
    get state() {
      return session.state;
    },
    get detail() {
      return session.detail;
    },
    get free() {
      return session.free;
    },
    submit: (part) => session.submit(part),
    async close(graceMs) {
      await session.close(graceMs);
      clearTimeout(timer);
      await running;
      // Infobip has given them, and gives them to nobody else.
      if (kept.length > 0) await storeReports(kept, context, events);
    },
  };
}

const retryMs = 1_000;

async function fetchReports(context: SmsContext<InfobipConfig>): Promise<SmsReceipt[]> {
  const result = await getReports(context, reportsMax);
  const body =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  if (body === null) {
    context.log('warn', 'reports could not be fetched', { connector: 'infobip' });
    return [];
  }
  return listMember(body, 'results')
    .map(readReport)
    .filter((receipt) => receipt !== null);
}

/** Leaves in `kept` what could not be stored. */
async function storeReports(
  kept: SmsReceipt[],
  context: SmsContext<InfobipConfig>,
  events: Pick<SmsEvents, 'receipt'>,
): Promise<void> {
  const receipts = kept.splice(0);
  const stored = await Promise.allSettled(receipts.map((receipt) => events.receipt(receipt)));
  kept.push(...receipts.filter((_, at) => stored[at]?.status === 'rejected'));
  if (kept.length > 0)
    context.log('warn', 'fetched reports could not be stored yet', {
      connector: 'infobip',
      reports: kept.length,
    });
}
