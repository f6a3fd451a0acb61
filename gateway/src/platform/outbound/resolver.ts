// Resolves names by querying name servers directly (c-ares), because the system's resolver works
// through its names with a few threads: names whose servers are dead would hold up all others.

import { Resolver as DnsResolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { environment } from '../environment.ts';

export interface Resolver {
  /**
   * Every address of the name, IPv4 and IPv6. Rejects with a name server's code (ENOTFOUND,
   * ETIMEOUT …).
   */
  resolve(name: string): Promise<LookupAddress[]>;
}

/** One try per name server. A delivery has 15 s in all, and another attempt a minute later. */
const answerTimeoutMs = 2_000;
const namesMax = 10_000;
/** A record that may be kept for days is asked for again after this: receivers move. */
const keptMaxMs = 300_000;
/** A name without addresses, or without an answer, is not asked for again within this time. */
const missKeptMs = 2_000;
/** What is given up so shortly before its time is over is not asked for again. */
const askedAgainMinMs = 100;

interface Kept {
  answer: Promise<LookupAddress[]>;
  /**
   * On the clock of `environment.monotonic()`; Infinity while the question is under way, so that a
   * name is asked for once at a time.
   */
  until: number;
}

/**
 * `servers`: `address` or `address:port`; empty: those that the system is configured with.
 * `timeoutMs`: how long each is waited for; tests wait longer, on machines that stand still.
 */
export function createResolver(servers: readonly string[], timeoutMs = answerTimeoutMs): Resolver {
  const dns = new DnsResolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries: 1 });
  if (servers.length > 0) dns.setServers(servers);
  const kept = new Map<string, Kept>();
  const ask = (name: string): Promise<LookupAddress[]> => {
    if (kept.size >= namesMax) kept.delete(kept.keys().next().value!);
    const entry: Kept = { until: Infinity, answer: Promise.resolve([]) };
    const keepFor = (keepMs: number) => {
      entry.until = environment.monotonic() + keepMs;
      if (keepMs <= 0 && kept.get(name) === entry) kept.delete(name);
    };
    entry.answer = askBoth(dns, name, timeoutMs).then(
      ({ addresses, keepMs }) => {
        keepFor(keepMs);
        return addresses;
      },
      (error: unknown) => {
        keepFor(missKeptMs);
        throw error;
      },
    );
    kept.set(name, entry);
    return entry.answer;
  };
  return {
    resolve(given) {
      const name = given.toLowerCase().replace(/\.$/, '');
      if (isLocalhost(name)) return Promise.resolve(localhostAddresses);
      const entry = kept.get(name);
      if (entry !== undefined && entry.until > environment.monotonic()) return entry.answer;
      kept.delete(name);
      return ask(name);
    },
  };
}

/**
 * This machine by definition (RFC 6761): no name server is asked, and the hosts file is not read.
 */
export function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}
const localhostAddresses: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

async function askBoth(
  dns: DnsResolver,
  name: string,
  timeoutMs: number,
): Promise<{ addresses: LookupAddress[]; keepMs: number }> {
  const [four, six] = await Promise.allSettled([
    askUntil(timeoutMs, () => dns.resolve4(name, { ttl: true })),
    askUntil(timeoutMs, () => dns.resolve6(name, { ttl: true })),
  ]);
  const addresses: LookupAddress[] = [];
  let keepMs = keptMaxMs;
  for (const [answer, family] of [
    [four, 4],
    [six, 6],
  ] as const) {
    if (answer.status === 'rejected') continue;
    for (const { address, ttl } of answer.value) {
      addresses.push({ address, family });
      keepMs = Math.min(keepMs, ttl * 1_000);
    }
  }
  if (addresses.length > 0) return { addresses, keepMs };
  const reason: unknown =
    four.status === 'rejected' ? four.reason : six.status === 'rejected' ? six.reason : null;
  throw reason instanceof Error
    ? reason
    : Object.assign(new Error('name has no address'), { code: 'ENODATA' });
}

/**
 * c-ares takes the timeout it is given for its first questions only: later ones are given up after
 * five times what the last answers took (its ares_metrics.c). Whoever was fast all day may be slow
 * once, so what is given up early is asked for again.
 */
async function askUntil<Answer>(timeoutMs: number, ask: () => Promise<Answer>): Promise<Answer> {
  const untilMs = environment.monotonic() + timeoutMs - askedAgainMinMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isLate = (error as NodeJS.ErrnoException).code === 'ETIMEOUT';
      if (!isLate || environment.monotonic() >= untilMs) throw error;
    }
  }
}
