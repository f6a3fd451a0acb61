// The way between a node and its PostgreSQL, as a TCP proxy on loopback that can be cut: silently,
// in one direction or in both, or with resets. Connections that were silenced stay silent for ever,
// as after a router that forgot them.

import { createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * What gets lost: what the node sends, what it is sent, or both; `resets` breaks connections and
 * refuses new ones.
 */
export type Cut = 'to the server' | 'to the node' | 'both' | 'resets';

export interface Cable {
  /** The database's URL by this way. */
  url: string;
  cut(how: Cut): void;
  /** New connections work; those that were cut do not. */
  mend(): void;
  close(): Promise<void>;
}

interface Pair {
  node: Socket;
  server: Socket;
  cut: Cut | null;
}

/** Lays a cable to the PostgreSQL at `url`. */
export async function layCable(url: string): Promise<Cable> {
  const pairs = new Set<Pair>();
  let cut: Cut | null = null;
  const proxy = createServer((node) => {
    if (cut === 'resets') return node.resetAndDestroy();
    const pair: Pair = { node, server: createConnection(addressOf(url)), cut };
    pairs.add(pair);
    join(pair, () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: throughPort(url, port),
    cut(how) {
      cut = how;
      for (const pair of pairs) {
        pair.cut = how;
        if (how === 'resets') pair.node.resetAndDestroy();
      }
    },
    mend() {
      cut = null;
    },
    async close() {
      for (const { node, server } of pairs) {
        node.destroy();
        server.destroy();
      }
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/**
 * Carries bytes both ways, but for those that the cut takes; an end is lost like any other word.
 */
function join(pair: Pair, onGone: () => void): void {
  const { node, server } = pair;
  const passes = (lost: Cut): boolean => pair.cut !== lost && pair.cut !== 'both';
  node.on('data', (bytes) => passes('to the server') && server.write(bytes));
  server.on('data', (bytes) => passes('to the node') && node.write(bytes));
  node.on('close', () => {
    if (passes('to the server')) server.destroy();
    if (server.destroyed) onGone();
  });
  server.on('close', () => {
    if (passes('to the node')) node.destroy();
    if (node.destroyed) onGone();
  });
  for (const socket of [node, server]) socket.on('error', () => {});
}

/** A directory in `host` is that of a Unix socket, as PostgreSQL has it. */
function addressOf(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(url);
  const number = port === '' ? 5432 : Number(port);
  const directory = searchParams.get('host');
  return directory === null
    ? { host: hostname, port: number }
    : { path: `${directory}/.s.PGSQL.${number}` };
}

function throughPort(given: string, port: number): string {
  const url = new URL(given);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
