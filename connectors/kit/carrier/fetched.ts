// Fetches reports and messages from phones for a session whose carrier does not notify of them. It
// gives each once, so that what was fetched is kept here until it is stored.

import type { HttpResult } from '../connector.ts';
import type { SmsContext, SmsEvents, SmsInbound, SmsReceipt, SmsSession } from '../sms.ts';
import { listMember, objectFromWire, type JsonObject } from '../wire-json.ts';

export interface Fetching {
  /** `what`: for the log. `get`: what is new, at most so many. */
  sources: readonly { what: string; get(limit: number): Promise<HttpResult> }[];
  /** The member of the answer that is the list. */
  member: string;
  limit: number;
  /** Between two questions to a source that has more. */
  betweenMs: number;
  receiptOf(entry: JsonObject): SmsReceipt | null;
  inboundOf(entry: JsonObject): SmsInbound | null;
}

interface About {
  connector: string;
  log: SmsContext<unknown>['log'];
}

type Events = Pick<SmsEvents, 'receipt' | 'inbound'>;
/** Stores one of what was fetched; resolves once it is. */
type Store = () => Promise<void>;

const everyMs = 10_000;
const retryMs = 1_000;

/** The same session, which fetches until it is closed. */
export function withFetched(
  session: SmsSession,
  fetching: Fetching,
  events: Events,
  about: About,
): SmsSession {
  const kept: Store[] = [];
  const fetch = createFetch(fetching, events, about);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const isClosed = (): boolean => session.state === 'closed';
  let hasMore = false;
  async function round(): Promise<void> {
    if (kept.length === 0 && session.state === 'bound') {
      const fetched = await fetch();
      kept.push(...fetched.stores);
      hasMore = fetched.hasMore;
    }
    await storeKept(kept, about);
    if (!isClosed()) plan(kept.length > 0 ? retryMs : hasMore ? fetching.betweenMs : everyMs);
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
      // The carrier has given them, and gives them to nobody else.
      if (kept.length > 0) await storeKept(kept, about);
    },
  };
}

function createFetch(
  { sources, member, limit, receiptOf, inboundOf }: Fetching,
  events: Events,
  about: About,
): () => Promise<{ stores: Store[]; hasMore: boolean }> {
  const readers = sources.map((source) => createReader(source, about));
  const storesOf = (entry: JsonObject): Store[] => {
    const receipt = receiptOf(entry);
    const message = inboundOf(entry);
    return [
      ...(receipt === null ? [] : [() => events.receipt(receipt)]),
      ...(message === null ? [] : [() => events.inbound(message)]),
    ];
  };
  return async () => {
    const pages: JsonObject[][] = [];
    for (const read of readers) pages.push(await read(limit, member));
    return {
      stores: pages.flat().flatMap(storesOf),
      hasMore: pages.some((page) => page.length >= limit),
    };
  };
}

/** Says once that it fails: a key may be without the right to read the inbox. */
function createReader(
  { what, get }: Fetching['sources'][number],
  { connector, log }: About,
): (limit: number, member: string) => Promise<JsonObject[]> {
  let hasFailed = false;
  return async (limit, member) => {
    const result = await get(limit);
    const body =
      result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
    if (body === null && !hasFailed) log('warn', `${what} could not be fetched`, { connector });
    hasFailed = body === null;
    return body === null ? [] : listMember(body, member);
  };
}

/** Leaves in `kept` what could not be stored. */
async function storeKept(kept: Store[], { connector, log }: About): Promise<void> {
  const stores = kept.splice(0);
  const stored = await Promise.allSettled(stores.map((store) => store()));
  kept.push(...stores.filter((_, at) => stored[at]?.status === 'rejected'));
  if (kept.length > 0)
    log('warn', 'what was fetched could not be stored yet', { connector, count: kept.length });
}
