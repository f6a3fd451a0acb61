// The database as a virtual node sees it: the gateway's own pool, deadlines and connections, over
// links on the timeline instead of sockets.

import { rememberAway } from '../../gateway/src/platform/db/database-away.ts';
import type { ConnectOptions } from '../../gateway/src/platform/db/connect.ts';
import type { OpenConnection } from '../../gateway/src/platform/db/connection.ts';
import { databaseOver, type OpenDatabase } from '../../gateway/src/platform/db/database.ts';
import { within } from '../../gateway/src/platform/db/within.ts';
import { createLink, leave, send, type Link, type Peer, type Surroundings } from './link.ts';

const connectTimeoutMs = 5_000;
const connectMs = [2, 8] as const;

export const openNodeDatabase = (around: Surroundings, peer: Peer): OpenDatabase =>
  databaseOver((options) => openLink(around, peer, options));

async function openLink(
  around: Surroundings,
  peer: Peer,
  { purpose }: ConnectOptions,
): Promise<OpenConnection> {
  const arriving = Promise.withResolvers<Link>();
  const { timeline, chance } = around;
  let isLate = false;
  timeline.after(chance.between(...connectMs) + peer.cutForMs(), '', () => {
    if (isLate || !peer.alive) return;
    const link = createLink(around, peer, purpose);
    peer.deliver(1, () => (isLate ? leave(around, link) : arriving.resolve(link)));
  });
  const link = await within(connectTimeoutMs, arriving.promise, () => (isLate = true)).catch(
    rememberAway,
  );
  const drop = (): void => {
    link.broken = true;
    leave(around, link);
  };
  return {
    get broken() {
      return link.broken;
    },
    run<Row>(
      statement: Parameters<OpenConnection['run']>[0],
      values: readonly unknown[],
      ms: number,
    ) {
      const answer = new Promise<unknown[]>((resolve, reject) =>
        send(around, link, { statement, values, resolve, reject }),
      );
      return within(ms, answer, drop).catch(rememberAway) as Promise<Row[]>;
    },
    close: () => {
      leave(around, link);
      return Promise.resolve();
    },
    drop,
  };
}
