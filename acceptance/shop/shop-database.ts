// A PostgreSQL for the shop. Ours listen on a socket of the file system, and Medusa connects to a
// host.

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { runSql, startCluster, urlIn } from '../../gateway/src/node/doctor/testing/cluster.ts';

const name = 'shop';

export async function startShopDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const cluster = await startCluster();
  await runSql(urlIn(cluster.directory, 'postgres'), `create database ${name}`);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const inside = connect(join(cluster.directory, '.s.PGSQL.5432'));
    for (const each of [socket, inside]) {
      sockets.add(each);
      each.once('close', () => sockets.delete(each)).on('error', () => {});
    }
    socket.pipe(inside).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgres://jokko@127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await cluster.close();
    },
  };
}
