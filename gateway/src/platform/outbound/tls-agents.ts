// Keeps the connections of requests that show a certificate of ours or trust an authority of their
// own: one agent for each set of certificates, limited in number, and closed once no request names
// that set any more, as after a change of the configuration.

import { hash } from 'node:crypto';
import type { Agent } from 'undici';
import type { TlsOptions } from '@jokko/connectors/kit';
import { environment, type Timer } from '../environment.ts';

/** More sets than any operator has providers that ask for a certificate. */
export const tlsAgentsMax = 32;
/** An agent is closed when no request has named its set for this long. */
const idleMs = 60_000;

export interface TlsAgents {
  /** Null when certificate and key cannot be used. */
  of(tls: TlsOptions): Agent | null;
  /** Closes all, those in use too. */
  close(): Promise<void>;
}

interface Entry {
  agent: Agent;
  usedAt: number;
  timer: Timer;
}

/** `open` may throw on certificates that cannot be used. */
export function createTlsAgents(open: (tls: TlsOptions) => Agent): TlsAgents {
  /** What was used last stands last. */
  const entries = new Map<string, Entry>();
  const closeAt = (key: string, afterMs: number): Timer =>
    environment.startTimer(() => closeIdle(key), afterMs).unref();
  const drop = (key: string, { agent, timer }: Entry): void => {
    environment.stopTimer(timer);
    entries.delete(key);
    // What is under way on it ends first.
    agent.close().catch(() => {});
  };
  const closeIdle = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    const leftMs = entry.usedAt + idleMs - environment.monotonic();
    if (leftMs <= 0) drop(key, entry);
    else entry.timer = closeAt(key, leftMs);
  };
  return {
    of(tls) {
      const key = keyOf(tls);
      let entry = entries.get(key);
      if (entry === undefined) {
        const agent = tryOpen(open, tls);
        if (agent === null) return null;
        entry = { agent, usedAt: 0, timer: closeAt(key, idleMs) };
        const [oldest] = entries;
        if (oldest !== undefined && entries.size >= tlsAgentsMax) drop(...oldest);
      }
      entry.usedAt = environment.monotonic();
      entries.delete(key);
      entries.set(key, entry);
      return entry.agent;
    },
    async close() {
      const all = [...entries.values()];
      entries.clear();
      for (const { timer } of all) environment.stopTimer(timer);
      await Promise.all(all.map(({ agent }) => agent.destroy()));
    },
  };
}

function tryOpen(open: (tls: TlsOptions) => Agent, tls: TlsOptions): Agent | null {
  try {
    return open(tls);
  } catch {
    return null;
  }
}

/** Hashes by object: a connector names the same one in every call. */
const keys = new WeakMap<TlsOptions, string>();

function keyOf(tls: TlsOptions): string {
  let key = keys.get(tls);
  if (key === undefined) {
    key = hash('sha256', JSON.stringify([tls.ca, tls.cert, tls.key, tls.servername]), 'base64');
    keys.set(tls, key);
  }
  return key;
}
