// A primary and a standby, for tests that kill the one and promote the other.

import { until } from '../harness/index.ts';
import {
  copyFrom,
  database,
  initialise,
  makeServerDirectory,
  placeServer,
  type Server,
} from './system-postgres.ts';

export interface ReplicatedPostgres {
  /** Names both servers. */
  url: string;
  primary(): Server;
  standby(): Server;
  /** Whether commits wait for the standby. */
  waitForStandby(wait: boolean): Promise<void>;
  /** Makes the standby the primary; the former primary must be dead or cut off. */
  promote(): Promise<void>;
  /**
   * Makes the former primary a standby, from a copy of the present one, and lets commits wait for
   * it again.
   */
  repair(): Promise<void>;
  close(): Promise<void>;
}

/** A primary with a standby for which every commit waits. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const root = makeServerDirectory('replicas');
  let [primary, standby] = [
    await placeServer(root.path, 'one'),
    await placeServer(root.path, 'two'),
  ];
  const places = `${primary.place},${standby.place}`;
  const replicated: ReplicatedPostgres = {
    url: `postgres://jokko@${places}/${database}?target_session_attrs=read-write`,
    primary: () => primary,
    standby: () => standby,
    waitForStandby: (wait) => setStandbyNames(primary, wait ? '*' : ''),
    async promote() {
      await setStandbyNames(standby, '');
      await standby.sql('select pg_promote()');
      [primary, standby] = [standby, primary];
    },
    async repair() {
      await standby.kill();
      await copyFrom(primary, standby);
      await standby.start();
      await untilStandbyIs(primary, ['async', 'sync']);
      await setStandbyNames(primary, '*');
      await untilStandbyIs(primary, ['sync']);
    },
    async close() {
      for (const server of [primary, standby]) await server.kill();
      root.remove();
    },
  };
  await initialise(primary);
  await replicated.repair();
  return replicated;
}

async function setStandbyNames(server: Server, names: string): Promise<void> {
  await server.sql(`alter system set synchronous_standby_names = '${names}'`);
  await server.sql('select pg_reload_conf()');
  await until('the setting is in force', async () => {
    const [present = ''] = await server.sql('show synchronous_standby_names');
    return present === names;
  });
  // Commits wait for standbys once the checkpointer has read the setting, which it does between two
  // checkpoints.
  await server.sql('checkpoint');
}

function untilStandbyIs(primary: Server, states: readonly string[]): Promise<unknown> {
  const find = `select sync_state from pg_stat_replication where state = 'streaming'`;
  return until(`the standby is ${states.join(' or ')}`, async () =>
    (await primary.sql(find)).some((state) => states.includes(state)),
  );
}
