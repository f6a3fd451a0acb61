// What a run of a seed consists of.

import type { Config } from '../../gateway/src/node/config/config.ts';
import type { Chance } from './chance.ts';
import type { Wanted } from './client.ts';
import type { Counters } from './counters.ts';
import type { FaultPlan } from './faults.ts';
import type { Surroundings } from './link.ts';
import type { NodeLife } from './node.ts';
import type { Planted } from './planted.ts';
import type { Provider } from './provider.ts';
import type { Outliving } from './recovery.ts';
import type { Receiver } from './receiver.ts';
import type { Server } from './server.ts';
import type { Shop } from './shop.ts';
import type { Timeline } from './timeline.ts';

/** What all seeds of a process share. */
export interface Bench {
  server: Server;
  shop: Shop;
  config: Config;
  startAt: number;
}

export interface World {
  bench: Bench;
  plan: FaultPlan;
  planted: Planted | null;
  timeline: Timeline;
  chance: Chance;
  counters: Counters;
  around: Surroundings;
  provider: Provider;
  receiver: Receiver;
  /** By place; a dead one stays until its successor starts. */
  nodes: NodeLife[];
  /** The lives of all nodes, so far. */
  lives: number;
  wanted: Wanted[];
  known: Outliving;
  /** The database is put back, and no node may start yet. */
  isDown: boolean;
  healed: boolean;
  violations: string[];
}
