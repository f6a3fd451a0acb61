// Finds the server that takes writes among those that DATABASE_URL names. The last good one is kept
// until a connection to it fails; then all are asked at once. The driver cannot do this: it knows
// one server only (decision 0044).

import pg from 'pg';
import { streamOf } from './client-stream.ts';
import { readServerUrls } from './server-urls.ts';
import { within } from './within.ts';

export interface Servers {
  /**
   * URL of the server to connect to. Throws when none takes writes, and says why for each.
   * `patience`: how many times longer than usual each is waited for.
   */
  find(patience?: number): Promise<string>;
  /**
   * A connection to it failed, or it takes no writes any more: all are asked before the next
   * connection. False where it is the only one.
   */
  doubt(url: string): boolean;
}

/** A server that has not answered within this time is passed over. */
const askTimeoutMs = 2_000;

/** What a server says of itself; `timeline` grows with each promotion and is null on a standby. */
interface Answer {
  url: string;
  readOnly: boolean;
  timeline: number | null;
}
type Asked = Answer | { url: string; failure: Error };

const describeServer = `
  select current_setting('transaction_read_only') = 'on' as "readOnly",
    case when not pg_is_in_recovery()
      then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer
    end as timeline`;

/** A process has one memory of the servers of a URL, whoever connects. */
const known = new Map<string, Servers>();

export function serversOf(url: string): Servers {
  const present = known.get(url) ?? createServers(url);
  known.set(url, present);
  return present;
}

/** `url` may name several servers. For one nothing is asked: its connections find out. */
export function createServers(url: string): Servers {
  const urls = readServerUrls(url);
  const single = urls.length === 1 ? urls[0]! : null;
  let good: string | null = single;
  let search: Promise<string> | null = null;
  // A former primary that was not fenced comes back with an older timeline (F55).
  let newestTimeline = 0;
  const choose = async (patience: number): Promise<string> => {
    const answers = await Promise.all(urls.map((url) => askServer(url, askTimeoutMs * patience)));
    const chosen = chooseServer(answers, newestTimeline);
    if (chosen === null) throw new NoServer(answers, newestTimeline);
    newestTimeline = chosen.timeline ?? newestTimeline;
    return (good = chosen.url);
  };
  return {
    async find(patience = 1) {
      if (good !== null) return good;
      search ??= choose(patience).finally(() => (search = null));
      return search;
    },
    doubt(doubted) {
      if (single !== null) return false;
      if (good === doubted) good = null;
      return true;
    },
  };
}

/**
 * The server with the newest timeline of those that take writes; the first in the list among
 * equals.
 */
function chooseServer(answers: readonly Asked[], newestTimeline: number): Answer | null {
  const [first] = answers
    .filter((asked): asked is Answer => 'readOnly' in asked && !asked.readOnly)
    .filter(({ timeline }) => (timeline ?? 0) >= newestTimeline)
    .toSorted((one, other) => (other.timeline ?? 0) - (one.timeline ?? 0));
  return first ?? null;
}

async function askServer(url: string, timeoutMs: number): Promise<Asked> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'jokko search',
  });
  client.on('error', () => {});
  const drop = (): void => void streamOf(client).destroy();
  try {
    await within(timeoutMs, client.connect(), drop);
    const { rows } = await within(
      timeoutMs,
      client.query<Omit<Answer, 'url'>>(describeServer),
      drop,
    );
    return { url, ...rows[0]! };
  } catch (error) {
    return { url, failure: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    void client.end().catch(() => {});
  }
}

/** A standby, or a primary that was set to refuse writes. */
export class ReadOnlyServer extends Error {
  override name = 'ReadOnlyServer';
  constructor(url: string) {
    super(`the PostgreSQL at ${placeOf(url)} takes no writes: it is a standby or set to read-only`);
  }
}

/** It takes writes, though another server was promoted after it. */
export class FormerPrimary extends Error {
  override name = 'FormerPrimary';
  constructor(url: string, timeline: string) {
    super(
      `the PostgreSQL at ${placeOf(url)} is a former primary that was not stopped: ${timeline}`,
    );
  }
}

/**
 * None of the servers takes writes: nothing can be stored until one does. `errors` has the reason
 * of each.
 */
export class NoServer extends AggregateError {
  override name = 'NoServer';
  constructor(answers: readonly Asked[], newestTimeline: number) {
    const errors = answers.map((asked) => whyNot(asked, newestTimeline));
    const reasons = errors.map(({ message }) => message).join('; ');
    super(errors, `no server of DATABASE_URL takes writes: ${reasons}`);
  }
}

function whyNot(asked: Asked, newestTimeline: number): Error {
  if ('failure' in asked) return asked.failure;
  if (asked.readOnly) return new ReadOnlyServer(asked.url);
  return new FormerPrimary(asked.url, `timeline ${asked.timeline}, older than ${newestTimeline}`);
}

/** Host and port, without the password. */
function placeOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return `${host}:${port}`;
}
