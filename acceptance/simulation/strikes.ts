// Puts the faults of a plan on the timeline: kills, freezes, cuts, wrong clocks, a restored
// database.

import { cutMs, freezeMs, healAfterMs, restartMs } from './faults.ts';
import { terminate } from './link.ts';
import { startLife } from './lives.ts';
import { leaseMs, type NodeLife } from './node.ts';
import { openAllRoutes, recoverDatabase } from './recovery.ts';
import type { World } from './world.ts';

/** Once the leases of the past have ended: until everything is healed. */
const recoveredAfterMs = [500, 10_000] as const;
const openedAfterMs = [1, 30_000] as const;

export function scheduleFaults(world: World): void {
  const { timeline, chance, plan, counters } = world;
  const at = (
    times: number,
    name: string,
    strike: (life: NodeLife, place: number) => void,
  ): void => {
    for (let time = 0; time < times; time++)
      timeline.after(chance.between(1_000, plan.businessMs + healAfterMs), '', () => {
        const place = chance.between(0, world.nodes.length - 1);
        const life = world.nodes[place]!;
        if (!life.alive) return;
        counters.count(name);
        timeline.note(`${name}: ${life.name}`);
        strike(life, place);
      });
  };
  const kill = (life: NodeLife, place: number): void => {
    life.kill();
    timeline.after(chance.between(...restartMs), '', () => {
      if (world.nodes[place] === life) startLife(world, place);
    });
  };
  /** Now, or in the middle of a transaction. */
  const soon = (life: NodeLife, strike: () => void): void => {
    if (chance.is(0.4)) return strike();
    life.whenInTransaction(() => {
      counters.count('struck in a transaction');
      timeline.note(`struck in a transaction: ${life.name}`);
      strike();
    });
  };
  at(plan.kills, 'node killed', (life, place) => soon(life, () => kill(life, place)));
  at(plan.freezes, 'node frozen', (life) =>
    soon(life, () => life.freeze(chance.between(...freezeMs))),
  );
  at(plan.cuts, 'node cut off from the database', (life) => life.cutOff(chance.between(...cutMs)));
  at(plan.clockJumps, 'clock set', (life) =>
    life.moveClock(chance.pick([-1, 1]) * chance.between(1_000, 1_200_000)),
  );
  if (plan.restore !== null) {
    const { savedAtMs, restoredAtMs } = plan.restore;
    timeline.after(savedAtMs, 'backup', () => world.bench.server.save('backup'));
    timeline.after(restoredAtMs, 'restore', () => restore(world));
  }
  for (let time = 0; time < plan.databaseRestarts; time++)
    timeline.after(chance.between(1_000, plan.businessMs), 'database restarts', async () => {
      counters.count('database restarted');
      for (const life of world.nodes) life.hurt();
      for (const link of [...world.around.links])
        await terminate(world.around, link, 'terminating connection due to administrator command');
    });
}

/** All nodes end, and begin again on the database as it was, once it is recovered. */
async function restore(world: World): Promise<void> {
  const { timeline, chance, around, counters, bench } = world;
  counters.count('database restored');
  for (const life of world.nodes) life.kill();
  for (const link of [...around.links]) await terminate(around, link, 'the database is restored');
  await bench.server.restore('backup');
  for (const wanted of world.wanted) wanted.forgotten = wanted.begun;
  world.isDown = true;
  timeline.after(leaseMs + chance.between(...recoveredAfterMs), 'recovered', async () => {
    await recoverDatabase(world);
    world.isDown = false;
    world.nodes.forEach((_life, place) => startLife(world, place));
    timeline.after(chance.between(...openedAfterMs), 'routes opened', () =>
      openAllRoutes(world, timeline),
    );
  });
}
