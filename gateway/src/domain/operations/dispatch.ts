// Which operations does this node work on now? One lane per route with the provider's own concurrency and rate (a slow provider starves
// nobody else). Operations come straight from the commit that leased them to this node, or from the sweep.

import type { Database } from '../../db/database.ts';
import { claimOperations } from './claim.ts';
import { stepOperation, type ExecuteDeps, type Job } from './execute.ts';
import type { Operation } from './operation.ts';
import { createProviderLane, type ProviderLane } from './provider-lane.ts';
import type { Provider } from './providers.ts';

/** Operations of one route waiting in memory; what is beyond stays in the database, visible and due, until there is room. */
const queuedPerRouteMax = 1_000;
const claimPerSweepMax = 500;

export interface Dispatcher {
  /** Takes a place for an operation that is about to be opened and sent in one commit; false when the route has none free now. */
  reserve(provider: Provider): boolean;
  /** Gives a reserved place back. */
  release(route: string): void;
  /** Whether an opening may lease itself to this node. */
  hasRoom(route: string): boolean;
  /** Starts or queues an operation that this node leases. `reserved`: its place was taken before. Resolves after its first step. */
  take(job: Job, reserved: boolean): Promise<Operation>;
  /** One sweep over due operations of all routes. Returns how many were taken. */
  sweep(): Promise<number>;
  /** Operations held in memory. */
  readonly held: number;
  /** Queued operations by route, for metrics. */
  queued(): { route: string; queued: number; active: number }[];
  close(): Promise<void>;
}

export interface DispatcherDeps extends ExecuteDeps {
  database: Database;
  node: number;
}

interface Waiting {
  job: Job;
  stepped(operation: Operation): void;
}
type Lane = ProviderLane<Waiting>;

/** A provider call under way may finish during a stop; later ones are looked up by the next node. */
const drainMs = 15_000;
const drainLookMs = 20;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const lanes = new Map<string, Lane>();
  const inHand = new Set<string>();
  let closing = false;

  const laneOf = (route: string): Lane => {
    let lane = lanes.get(route);
    if (lane === undefined) {
      lane = createProviderLane<Waiting>((waiting, leave) => {
        void work(deps, waiting).finally(() => {
          inHand.delete(waiting.job.operation.facts.id);
          leave();
        });
      });
      lanes.set(route, lane);
    }
    const provider = deps.providers.of(deps.catalogue(), route);
    if (provider !== null) lane.setLimits(provider.capabilities.limits);
    return lane;
  };
  const take = (job: Job, reserved: boolean): Promise<Operation> => {
    const lane = laneOf(job.operation.facts.route);
    inHand.add(job.operation.facts.id);
    return new Promise((stepped) => (reserved ? lane.startReserved({ job, stepped }) : lane.add({ job, stepped })));
  };
  return {
    reserve: (provider) => !closing && laneOf(provider.route).reserve(),
    release: (route) => laneOf(route).leave(),
    hasRoom: (route) => !closing && laneOf(route).queued < queuedPerRouteMax,
    take,
    async sweep() {
      if (closing) return 0;
      const room = deps.catalogue().routes.flatMap(({ name }) => {
        const free = queuedPerRouteMax - laneOf(name).queued;
        return free > 0 ? [{ route: name, room: Math.min(free, claimPerSweepMax) }] : [];
      });
      const jobs = await claimOperations(deps.database, deps.node, room, inHand);
      for (const job of jobs) void take(job, false);
      return jobs.length;
    },
    get held() {
      return inHand.size;
    },
    queued: () => [...lanes].map(([route, { queued, active }]) => ({ route, queued, active })),
    async close() {
      closing = true;
      for (const lane of lanes.values()) lane.clear();
      await untilIdle([...lanes.values()]);
    },
  };
}

/** Steps an operation until it has to wait for somebody else. Never throws: what went wrong is left to the next sweep. */
async function work(deps: ExecuteDeps, { job: first, stepped }: Waiting): Promise<void> {
  let job = first;
  try {
    for (let again = true; again;) ({ job, again } = await stepOperation(deps, job));
  } catch (error) {
    deps.log('error', 'operation step failed', { reason: String(error), transaction: job.operation.facts.id });
  }
  stepped(job.operation);
}

async function untilIdle(lanes: Lane[]): Promise<void> {
  const patience = performance.now() + drainMs;
  while (lanes.some((lane) => lane.active > 0) && performance.now() < patience) {
    await new Promise((resolve) => setTimeout(resolve, drainLookMs));
  }
}
