// Fetches reports and messages from phones for a session whose configuration asks for it. Infobip gives
// each once, so that what was fetched is kept here until it is stored.

import { listMember, objectFromWire } from '@jokko/connectors/kit';
import type {
  HttpResult,
  JsonObject,
  SmsContext,
  SmsEvents,
  SmsSession,
} from '@jokko/connectors/kit';
import { getInbox, getReports } from './call.ts';
import type { InfobipConfig } from './config.ts';
import { readReport } from './read-report.ts';
import { readInbound } from './receive.ts';

const everyMs = 10_000;
const fetchedMax = 500;

type Context = SmsContext<InfobipConfig>;
type Events = Pick<SmsEvents, 'receipt' | 'inbound'>;
/** Stores one of what was fetched; resolves once it is. */
type Store = () => Promise<void>;

/** The same session, which fetches until it is closed. */
export function withPulledReports(
  session: SmsSession,
  context: Context,
  events: Events,
): SmsSession {
  const kept: Store[] = [];
  const fetch = createFetch(context, events);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const isClosed = (): boolean => session.state === 'closed';
  async function round(): Promise<void> {
    if (kept.length === 0 && session.state === 'bound') kept.push(...(await fetch()));
    await storeKept(kept, context);
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
      if (kept.length > 0) await storeKept(kept, context);
    },
  };
}

const retryMs = 1_000;

function createFetch(context: Context, events: Events): () => Promise<Store[]> {
  const reports = createReader(context, 'reports', getReports);
  const inbox = createReader(context, 'messages from phones', getInbox);
  const storesOf = (entries: readonly JsonObject[]): Store[] =>
    entries.flatMap((entry) => {
      const receipt = readReport(entry);
      const message = readInbound(entry);
      return [
        ...(receipt === null ? [] : [() => events.receipt(receipt)]),
        ...(message === null ? [] : [() => events.inbound(message)]),
      ];
    });
  return async () => [...storesOf(await reports()), ...storesOf(await inbox())];
}

/** Says once that it fails: a key may be without the right to read the inbox. */
function createReader(
  context: Context,
  what: string,
  get: (context: Context, limit: number) => Promise<HttpResult>,
): () => Promise<JsonObject[]> {
  let hasFailed = false;
  return async () => {
    const result = await get(context, fetchedMax);
    const body =
      result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
    if (body === null && !hasFailed)
      context.log('warn', `${what} could not be fetched`, { connector: 'infobip' });
    hasFailed = body === null;
    return body === null ? [] : listMember(body, 'results');
  };
}

/** Leaves in `kept` what could not be stored. */
async function storeKept(kept: Store[], context: Context): Promise<void> {
  const stores = kept.splice(0);
  const stored = await Promise.allSettled(stores.map((store) => store()));
  kept.push(...stores.filter((_, at) => stored[at]?.status === 'rejected'));
  if (kept.length > 0)
    context.log('warn', 'what was fetched could not be stored yet', {
      connector: 'infobip',
      count: kept.length,
    });
}
