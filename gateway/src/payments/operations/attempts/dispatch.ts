// Dispatches the operations that this node works on. One queue per route with the provider's own
// concurrency and rate (a slow provider does not delay the others). Operations come straight from
// the commit that leased them to this node, or from the sweep.

import type { Database } from '../../../platform/db/database.ts';
import { leaseOperations } from './lease.ts';
import { stepOperation } from './execute.ts';
import type { ExecuteDeps, Job } from './job.ts';
import type { Operation } from '../model/operation.ts';
import { createProviderQueue, type ProviderQueue } from './provider-queue.ts';
import type { Provider } from './providers.ts';
import { environment } from '../../../platform/environment.ts';

/**
 * Operations of one route waiting in memory; what is beyond stays in the database, visible and due,
 * until there is room.
 */
const queuedPerRouteMax = 1_000;
const leasedPerSweepMax = 500;

export interface Dispatcher {
  /**
   * Takes a place for an operation that is about to be opened and sent in one commit; false when
   * the route has none free now.
   */
  reserve(provider: Provider): boolean;
  /** Gives a reserved place back. */
  release(route: string): void;
  /** Whether an opening may lease itself to this node. */
  hasRoom(route: string): boolean;
  /**
   * Starts or queues an operation that this node leases. `reserved`: its place was taken before.
   * Resolves after its first step.
   */
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
type Queue = ProviderQueue<Waiting>;

/**
 * A provider call under way may finish during a stop; later ones are looked up by the next node.
 */
const drainMs = 15_000;
const drainQueryMs = 20;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const queues = new Map<string, Queue>();
  const inFlight = createInFlight();
  let closing = false;

  const queueOf = (route: string): Queue => {
    let queue = queues.get(route);
    if (queue === undefined) {
      queue = createProviderQueue<Waiting>(
        (waiting, leave) => {
          void work(deps, waiting).finally(() => {
            inFlight.remove(waiting.job.operation.terms.id);
            leave();
          });
        },
        ({ job }) => isQuery(job),
      );
      queues.set(route, queue);
    }
    const provider = deps.providers.of(deps.catalogue(), route);
    if (provider !== null) queue.setLimits(provider.capabilities.limits);
    return queue;
  };
  const sendsFiles = (route: string): boolean =>
    deps.providers.of(deps.catalogue(), route)?.connector.files !== undefined;
  const take = (job: Job, reserved: boolean): Promise<Operation> => {
    const queue = queueOf(job.operation.terms.route);
    inFlight.add(job.operation.terms.id);
    return new Promise((stepped) =>
      reserved ? queue.startReserved({ job, stepped }) : queue.add({ job, stepped }),
    );
  };
  return {
    reserve: (provider) => !closing && queueOf(provider.route).reserve(),
    release: (route) => queueOf(route).leave(),
    hasRoom: (route) => !closing && queueOf(route).queuedSends < queuedPerRouteMax,
    take,
    async sweep() {
      if (closing) return 0;
      const room = deps.catalogue().routes.flatMap(({ name }) => {
        const free = queuedPerRouteMax - queueOf(name).queued;
        return free > 0
          ? [{ route: name, room: Math.min(free, leasedPerSweepMax), sendsFiles: sendsFiles(name) }]
          : [];
      });
      const jobs = await leaseOperations(deps.database, deps.node, room, inFlight.ids());
      for (const job of jobs) void take(job, false);
      return jobs.length;
    },
    get held() {
      return inFlight.size;
    },
    queued: () => [...queues].map(([route, { queued, active }]) => ({ route, queued, active })),
    async close() {
      closing = true;
      for (const queue of queues.values()) queue.clear();
      await untilIdle([...queues.values()]);
    },
  };
}

/**
 * Operations by id. One may be here twice: while its provider is asked about it, its payer goes on.
 */
function createInFlight() {
  const counts = new Map<string, number>();
  return {
    add: (id: string): void => void counts.set(id, (counts.get(id) ?? 0) + 1),
    remove(id: string): void {
      const left = (counts.get(id) ?? 0) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    },
    ids: (): string[] => [...counts.keys()],
    get size() {
      return counts.size;
    },
  };
}

/** Something was sent before, and the provider is asked what became of it. */
function isQuery({ operation, fresh }: Job): boolean {
  const { state } = operation.state;
  return !fresh && (state === 'ACCEPTED' || state === 'UNKNOWN' || state === 'REFUNDING');
}

/** Steps an operation until it must wait. Never throws: failures are left to the next sweep. */
async function work(deps: ExecuteDeps, { job: first, stepped }: Waiting): Promise<void> {
  let job = first;
  try {
    for (let again = true; again;) ({ job, again } = await stepOperation(deps, job));
  } catch (error) {
    deps.log('error', 'operation step failed', {
      reason: String(error),
      transaction: job.operation.terms.id,
    });
  }
  stepped(job.operation);
}

async function untilIdle(queues: Queue[]): Promise<void> {
  const deadline = environment.monotonic() + drainMs;
  while (queues.some((queue) => queue.active > 0) && environment.monotonic() < deadline) {
    await environment.sleep(drainQueryMs);
  }
}
