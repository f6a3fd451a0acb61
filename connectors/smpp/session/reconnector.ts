// Reconnects a lost bind with exponential backoff and jitter, so that the nodes of an installation
// do not all reconnect at once, and with long delays when the operator rejects our credentials.

import { waitAfter, type Backoff } from '@jokko/connectors/kit/carrier';
import type { BindMode, Settings } from '../settings.ts';
import { openConnection, unbind } from './connection.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Counters } from './counters.ts';
import type { Down } from './down.ts';

type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details?: { [name: string]: string | number },
) => void;

export interface Reconnector {
  readonly mode: BindMode;
  readonly settings: Settings;
  readonly counters: Counters;
  readonly log: Log;
  readonly events: ReconnectorEvents;
  connection: Connection;
  /** Why there is no bind; null while there is one, or nothing went wrong yet. */
  detail: string | null;
  boundMs: number | null;
  /** Attempts in a row that came to nothing. */
  failures: number;
  retry: NodeJS.Timeout | null;
  stopped: boolean;
}

export interface ReconnectorEvents extends Pick<ConnectionEvents, 'delivery' | 'moved'> {
  /** Bound, or no longer bound. */
  turned(): void;
}

export function startReconnector(
  mode: BindMode,
  settings: Settings,
  counters: Counters,
  log: Log,
  events: ReconnectorEvents,
): Reconnector {
  const reconnector: Reconnector = {
    mode,
    settings,
    counters,
    log,
    events,
    connection: openConnection(settings, mode, counters, {
      ...events,
      bound: () => cameUp(reconnector),
      down: (why) => wentDown(reconnector, why),
    }),
    detail: null,
    boundMs: null,
    failures: 0,
    retry: null,
    stopped: false,
  };
  return reconnector;
}

export function isBound({ connection }: Reconnector): boolean {
  return connection.phase === 'bound';
}

/** No more attempts; the bind that there is says good-bye. `turned` is called when it is gone. */
export function stopReconnector(reconnector: Reconnector): void {
  reconnector.stopped = true;
  if (reconnector.retry !== null) clearTimeout(reconnector.retry);
  unbind(reconnector.connection);
}

function cameUp(reconnector: Reconnector): void {
  reconnector.boundMs = performance.now();
  reconnector.detail = null;
  reconnector.counters.binds += 1;
  reconnector.log('info', 'SMPP bound', { mode: reconnector.mode });
  reconnector.events.turned();
}

function wentDown(reconnector: Reconnector, why: Down): void {
  const lasted = reconnector.boundMs === null ? 0 : performance.now() - reconnector.boundMs;
  reconnector.boundMs = null;
  if (!reconnector.stopped) {
    reconnector.failures = lasted >= reconnector.settings.times.steady ? 0 : reconnector.failures;
    const delayMs = waitAfter(backoffOf(why, reconnector.settings), reconnector.failures);
    reconnector.failures += 1;
    reconnector.detail = `${reconnector.mode}: ${why.detail}; next attempt in ${Math.ceil(delayMs / 1000)} s`;
    reconnector.log(why.kind === 'refused' ? 'error' : 'warn', 'SMPP bind lost', {
      mode: reconnector.mode,
      detail: why.detail,
      delayMs: Math.round(delayMs),
    });
    reconnector.retry = setTimeout(reconnect, delayMs, reconnector);
  }
  reconnector.events.turned();
}

function reconnect(reconnector: Reconnector): void {
  reconnector.retry = null;
  reconnector.connection = openConnection(
    reconnector.settings,
    reconnector.mode,
    reconnector.counters,
    reconnector.connection.events,
  );
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
