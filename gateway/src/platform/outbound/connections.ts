// Pool of idle connections by origin and pins, last used first, limited in number. How many are in
// use at once is up to the caller (callbacks have senders and destination queues).

import { isIP } from 'node:net';
import { openConnection, type Connection } from './connection.ts';
import type { DialSettings, Target } from './dial.ts';
import type { PinSet } from './pin.ts';
import { environment } from '../environment.ts';

/** The most of one origin. A burst may open more; they are closed when they come back. */
const idlePerOriginMax = 64;
const idleMax = 2_048;
/**
 * Then name, address, certificate and pins are looked at again, however busy a receiver keeps its
 * connections.
 */
const ageMaxMs = 600_000;

export interface Connections {
  /**
   * An idle connection, or a new one that dials at its first exchange. `null` pins: the normal
   * checks alone.
   */
  take(url: URL, pins: PinSet | null): Connection;
  /** A new one in any case. */
  open(url: URL, pins: PinSet | null): Connection;
  /** After its exchange. */
  giveBack(connection: Connection): void;
  /** Closes all, those in use too. */
  close(): void;
}

/** `now` in ms, of a clock that never goes back. */
export function createConnections(
  settings: DialSettings,
  now: () => number = () => environment.monotonic(),
): Connections {
  /**
   * A connection that was checked under other pins has another key, so it is never used again when
   * pins change, and closes itself soon. The origin that was used last stands last.
   */
  const idleByKey = new Map<string, Connection[]>();
  const known = new Map<Connection, { key: string; madeAt: number }>();
  let idle = 0;

  const drop = (key: string, list: Connection[], at: number): Connection => {
    idle--;
    if (list.length === 1) idleByKey.delete(key);
    return list.splice(at, 1)[0]!;
  };
  const forget = (connection: Connection): void => {
    const key = known.get(connection)?.key;
    if (key === undefined) return;
    known.delete(connection);
    const list = idleByKey.get(key);
    const at = list?.indexOf(connection) ?? -1;
    if (list !== undefined && at >= 0) drop(key, list, at);
  };
  const end = (connection: Connection): void => {
    forget(connection);
    connection.close();
  };
  const open = (url: URL, pins: PinSet | null): Connection => {
    const connection = openConnection(settings, url.origin, targetOf(url, pins), () =>
      forget(connection),
    );
    known.set(connection, { key: keyOf(url, pins), madeAt: now() });
    return connection;
  };
  return {
    open,
    take(url, pins) {
      const key = keyOf(url, pins);
      const list = idleByKey.get(key);
      return list === undefined ? open(url, pins) : drop(key, list, list.length - 1);
    },
    giveBack(connection) {
      const made = known.get(connection);
      if (made === undefined || connection.closed || now() - made.madeAt > ageMaxMs)
        return end(connection);
      const { key } = made;
      const list = idleByKey.get(key) ?? [];
      if (list.length >= idlePerOriginMax) return end(connection);
      if (idle >= idleMax) end(idleByKey.values().next().value![0]!);
      idleByKey.delete(key);
      idleByKey.set(key, list);
      list.push(connection);
      idle++;
    },
    close() {
      for (const connection of [...known.keys()]) end(connection);
    },
  };
}

const keyOf = (url: URL, pins: PinSet | null): string =>
  pins === null ? url.origin : `${url.origin} ${pins.key}`;

function targetOf(url: URL, pins: PinSet | null): Target {
  const tls = url.protocol === 'https:';
  const bare = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  // Node makes a name of "127.0.0.1.", which is an address to whoever resolves it.
  const hostname = isIP(bare.replace(/\.$/, '')) === 0 ? bare : bare.replace(/\.$/, '');
  return { hostname, port: url.port === '' ? (tls ? 443 : 80) : Number(url.port), tls, pins };
}
