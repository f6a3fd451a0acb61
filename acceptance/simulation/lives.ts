// The lives of a run's nodes: their starts, their rounds, their heartbeats.

import type { LinkFault } from './link.ts';
import { startNode, type NodeLife } from './node.ts';
import { inboxTasks } from '../../gateway/src/payments/provider-inbox/index.ts';
import { retryWaiting } from './recovery.ts';
import type { World } from './world.ts';

const roundMs = [3_000, 8_000] as const;
/** One round of so many reads the clock of the database. */
const clockRounds = 5;
export const heartbeatMs = 10_000;
/** A node that does not come up within this time is started again. */
const startMaxMs = 30_000;

/** Starts a node in a place, and again when its life ends by itself. */
export function startLife(world: World, place: number): void {
  if (world.isDown) return;
  const { timeline, around, counters, provider, receiver, bench, plan, planted, chance } = world;
  const skewMs = plan.skewMs[place]!;
  if (skewMs !== 0) counters.count('node with a wrong clock');
  world.nodes[place] = startNode(`node-${place + 1}`, {
    timeline,
    around,
    counters,
    provider,
    receiver,
    shop: bench.shop,
    config: bench.config,
    skewMs,
    known: world.known,
    planted,
    chance: chance.fork(`life ${++world.lives}`),
    fault: (statements) => drawFault(world, statements),
  });
  const life = world.nodes[place];
  const restart = (): void => {
    if (world.nodes[place] === life) startLife(world, place);
  };
  timeline.after(startMaxMs, '', () => {
    if (life.parts !== null || world.nodes[place] !== life) return;
    life.kill();
    restart();
  });
  schedule(world, life, restart);
}

/** The rounds of a node, while everything is in motion. */
function schedule(world: World, life: NodeLife, restart: () => void): void {
  const { timeline, chance } = world;
  let rounds = 0;
  const round = (): void => {
    if (!life.alive || world.healed) return;
    sweep(world, life);
    if (++rounds % clockRounds === 0) life.run(() => readClock(life));
    timeline.after(chance.between(...roundMs), '', round);
  };
  timeline.after(chance.between(...roundMs), '', round);
  const beat = (): void => {
    if (!life.alive) return restart();
    if (world.healed) return;
    heartbeat(world, life);
    timeline.after(heartbeatMs, '', beat);
  };
  timeline.after(heartbeatMs, '', beat);
}

/** Looks for what is due. */
export function sweep({ known }: World, life: NodeLife): void {
  const { parts } = life;
  if (parts === null) return;
  life.run(() => {
    parts.dispatcher.sweep().catch(() => {});
    parts.deliverer.sweep().catch(() => {});
    const inbox = inboxTasks(parts).find(({ name }) => name === 'provider inbox')!;
    inbox.runOnce().catch(() => {});
    retryWaiting(known, parts).catch(() => {});
  });
}

function readClock({ parts }: NodeLife): void {
  parts?.caches.clock.read().catch(() => {});
}

export function heartbeat(world: World, life: NodeLife): void {
  const { parts } = life;
  if (parts === null) return;
  life.run(() => {
    parts.lease.renew().then(
      (outcome) => {
        if (outcome === 'renewed') return;
        world.timeline.note(`${life.name} has lost its place`);
        life.kill();
      },
      () => {},
    );
  });
}

function drawFault(
  { plan, chance, healed }: World,
  statements: readonly string[],
): LinkFault | null {
  if (healed) return null;
  for (const fault of ['break before', 'break after', 'late', 'silence'] as const) {
    const share = plan.link[fault] * (statements.includes('commit') ? 2 : 1);
    if (share > 0 && chance.is(share)) return fault;
  }
  return null;
}
