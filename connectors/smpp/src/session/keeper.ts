// How does one bind come back after it was lost? With growing pauses and some chance in them, so that the nodes of an installation do not
// all come back at once; with long ones when the operator refuses who we are.

import type { Backoff, BindMode, Settings } from '../settings.ts';
import { openConnection, unbind } from './connection.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Counters } from './counters.ts';
import type { Down } from './down.ts';

type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: { [name: string]: string | number }) => void;

export interface Keeper {
  readonly mode: BindMode;
  readonly settings: Settings;
  readonly counters: Counters;
  readonly log: Log;
  readonly events: KeeperEvents;
  connection: Connection;
  /** Why there is no bind; null while there is one, or nothing went wrong yet. */
  detail: string | null;
  boundMs: number | null;
  /** Attempts in a row that came to nothing. */
  failures: number;
  retry: NodeJS.Timeout | null;
  stopped: boolean;
}

export interface KeeperEvents extends Pick<ConnectionEvents, 'delivery' | 'moved'> {
  /** Bound, or no longer bound. */
  turned(): void;
}

/** A pause is between 80 and 120 % of what the doubling says. */
const jitterShare = 0.2;

export function keepBind(mode: BindMode, settings: Settings, counters: Counters, log: Log, events: KeeperEvents): Keeper {
  const keeper: Keeper = {
    mode,
    settings,
    counters,
    log,
    events,
    connection: openConnection(settings, mode, counters, {
      ...events,
      bound: () => cameUp(keeper),
      down: (why) => wentDown(keeper, why),
    }),
    detail: null,
    boundMs: null,
    failures: 0,
    retry: null,
    stopped: false,
  };
  return keeper;
}

export function isBound({ connection }: Keeper): boolean {
  return connection.phase === 'bound';
}

/** No more attempts; the bind that there is says good-bye. `turned` is called when it is gone. */
export function stopKeeping(keeper: Keeper): void {
  keeper.stopped = true;
  if (keeper.retry !== null) clearTimeout(keeper.retry);
  unbind(keeper.connection);
}

function cameUp(keeper: Keeper): void {
  keeper.boundMs = performance.now();
  keeper.detail = null;
  keeper.counters.binds += 1;
  keeper.log('info', 'SMPP bound', { mode: keeper.mode });
  keeper.events.turned();
}

function wentDown(keeper: Keeper, why: Down): void {
  const lasted = keeper.boundMs === null ? 0 : performance.now() - keeper.boundMs;
  keeper.boundMs = null;
  if (!keeper.stopped) {
    keeper.failures = lasted >= keeper.settings.times.steady ? 0 : keeper.failures;
    const delayMs = pauseBefore(backoffOf(why, keeper.settings), keeper.failures);
    keeper.failures += 1;
    keeper.detail = `${keeper.mode}: ${why.detail}; next attempt in ${Math.ceil(delayMs / 1000)} s`;
    keeper.log(why.kind === 'refused' ? 'error' : 'warn', 'SMPP bind lost', {
      mode: keeper.mode,
      detail: why.detail,
      delayMs: Math.round(delayMs),
    });
    keeper.retry = setTimeout(reconnect, delayMs, keeper);
  }
  keeper.events.turned();
}

function reconnect(keeper: Keeper): void {
  keeper.retry = null;
  keeper.connection = openConnection(keeper.settings, keeper.mode, keeper.counters, keeper.connection.events);
}

function backoffOf({ kind }: Down, { times }: Settings): Backoff {
  switch (kind) {
    case 'refused':
      return times.refused;
    case 'already_bound':
      return times.alreadyBound;
    case 'absent':
      return times.absent;
    case 'lost':
    case 'unbound':
      return times.lost;
  }
}

function pauseBefore({ first, max }: Backoff, failures: number): number {
  const doubled = Math.min(max, first * 2 ** Math.min(failures, 30));
  return doubled * (1 - jitterShare + Math.random() * 2 * jitterShare);
}
