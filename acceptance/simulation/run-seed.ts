// Runs one seed: virtual nodes, clients, a provider and receivers on one timeline, faults until all
// is healed, then time until nothing is left to do, and at last the reconciliation.

import { runDoctor } from '../../gateway/src/node/doctor/index.ts';
import { createChance } from './chance.ts';
import { pursue, wantPayment } from './client.ts';
import { createCounters } from './counters.ts';
import { healAfterMs, planFaults } from './faults.ts';
import { terminate } from './link.ts';
import { startLife } from './lives.ts';
import { takeNotice } from './notices.ts';
import { reconcile } from './oracle.ts';
import type { Planted } from './planted.ts';
import { createProvider, type ProviderNotice } from './provider.ts';
import { untilQuiet } from './quiet.ts';
import { createReceiver } from './receiver.ts';
import { nothingSent } from './recovery.ts';
import { limitsOf } from './server.ts';
import { scheduleFaults } from './strikes.ts';
import { createTimeline } from './timeline.ts';
import type { Bench, World } from './world.ts';

export interface SeedResult {
  seed: number;
  violations: string[];
  counters: ReadonlyMap<string, number>;
  hash: string;
  lines: readonly string[];
  tookMs: number;
}

const minuteMs = 60_000;
/** From the healing until everything is final or in a case. */
const quietWithinMs = 120 * minuteMs;

export interface Options {
  /** Nothing goes wrong. */
  calm?: boolean;
  planted?: Planted | null;
}

export async function runSeed(
  bench: Bench,
  seed: number,
  { calm = false, planted = null }: Options = {},
): Promise<SeedResult> {
  const began = performance.now();
  await bench.server.restore('pristine');
  if (planted?.sql !== undefined) await bench.server.change(planted.sql.plant);
  const world = createWorld(bench, seed, calm, planted);
  world.plan.skewMs.slice(0, world.plan.nodes).forEach((_skew, place) => startLife(world, place));
  scheduleBusiness(world);
  scheduleFaults(world);
  const healAt = world.timeline.now + world.plan.businessMs + healAfterMs;
  await untilHealed(world, healAt);
  await untilQuiet(world, healAt + quietWithinMs);
  const { timeline, counters, violations } = world;
  await check(world);
  for (const link of world.around.links) await terminate(world.around, link, 'the end');
  if (planted?.sql !== undefined) await bench.server.change(planted.sql.remove);
  const tookMs = performance.now() - began;
  return {
    seed,
    violations,
    counters: counters.all,
    hash: timeline.hash(),
    lines: timeline.lines,
    tookMs,
  };
}

function createWorld(bench: Bench, seed: number, calm: boolean, planted: Planted | null): World {
  const root = createChance(seed);
  const timeline = createTimeline(bench.startAt);
  const counters = createCounters();
  const plan = { ...planFaults(root.fork('plan'), calm), ...planted?.plan };
  const violations: string[] = [];
  const world: World = {
    bench,
    plan,
    timeline,
    counters,
    chance: root.fork('world'),
    planted,
    around: {
      timeline,
      counters,
      server: bench.server,
      chance: root.fork('links'),
      links: new Set(),
      limitsOf: (purpose) => planted?.limits?.(limitsOf(purpose)) ?? limitsOf(purpose),
      rewrite: (statement) => planted?.statement?.(statement) ?? statement,
      stepwise: plan.stepwise,
    },
    provider: createProvider({
      timeline,
      counters,
      chance: root.fork('provider'),
      trouble: plan.providerTrouble,
      notify: (notice, again) => bringNotice(world, notice, again),
    }),
    receiver: createReceiver(timeline, root.fork('receiver'), counters, plan.receiverTrouble),
    nodes: [],
    lives: 0,
    wanted: [],
    known: nothingSent(),
    isDown: false,
    healed: false,
    violations,
  };
  return world;
}

function bringNotice(world: World, notice: ProviderNotice, again: () => void): void {
  const life = world.chance.pick(world.nodes);
  if (life.parts === null || !life.alive) {
    again();
    return;
  }
  takeNotice(world.timeline, world.counters, life, notice, again);
}

function scheduleBusiness(world: World): void {
  const { timeline, chance, plan, bench, counters } = world;
  const deps = {
    timeline,
    chance,
    counters,
    nodes: () => world.nodes,
    isClosed: () => world.known.routesClosed,
    violation: (text: string) => {
      timeline.note(`VIOLATION ${text}`);
      world.violations.push(text);
    },
  };
  for (let index = 1; index <= plan.payments; index++) {
    const wanted = wantPayment(index, chance, bench.shop.accounts);
    world.wanted.push(wanted);
    timeline.after(1_000 + chance.between(0, plan.businessMs), '', () => pursue(deps, wanted));
  }
}

async function untilHealed(world: World, healAt: number): Promise<void> {
  const { timeline } = world;
  for (let next = timeline.next(); next !== null && next <= healAt; next = timeline.next())
    await timeline.step();
  timeline.jumpTo(healAt);
  timeline.note('healed');
  world.healed = true;
  world.provider.heal();
  world.receiver.heal();
  world.nodes.forEach((life, place) => {
    life.whenInTransaction(null);
    if (!life.alive) startLife(world, place);
  });
}

async function check(world: World): Promise<void> {
  const { bench, violations, timeline } = world;
  violations.push(
    ...(await reconcile({
      read: bench.server.read,
      book: world.provider.book,
      received: world.receiver.journal,
      wanted: world.wanted,
      accounts: bench.shop.accounts,
    })),
  );
  const { checks } = await runDoctor(bench.server.databaseAt(timeline.now));
  const isForgetful = world.wanted.some(({ forgotten }) => forgotten);
  for (const { id, violations: count, examples } of checks)
    if (count > 0 && !(isForgetful && examples.every((example) => isOfRestore(id, example))))
      violations.push(`doctor ${id}: ${examples.join('; ')}`);
}

/**
 * What is left for users after a restore: genuine notices about payments that the database has
 * forgotten, and refunds that were forgotten with their payment, which the provider says was taken
 * back.
 */
const isOfRestore = (id: string, example: string): boolean =>
  id === 'I-30' || (id === 'I-16' && example.endsWith('which it refunds, is FAILED'));
