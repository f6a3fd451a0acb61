// A virtual node: the real path of money, made by the node's own composition, in an environment
// with its own clock, timers and chance. It can be frozen, cut off from the database, or killed at
// any moment.

import { connectorOf } from './connector.ts';
import type { Chance } from './chance.ts';
import type { Counters } from './counters.ts';
import { openNodeDatabase } from './node-database.ts';
import {
  leave,
  lostConnection,
  terminate,
  type LinkFault,
  type Peer,
  type Surroundings,
} from './link.ts';
import type { Planted } from './planted.ts';
import type { Provider } from './provider.ts';
import type { Receiver } from './receiver.ts';
import { sendsOf, type Outliving } from './recovery.ts';
import { connectorSettings, routes, type Shop } from './shop.ts';
import type { Timeline, Event, Ticker } from './timeline.ts';
import {
  createSigningSecrets,
  createDirectory,
} from '../../gateway/src/payments/accounts/index.ts';
import { createHealthCounters } from '../../gateway/src/payments/route-health/index.ts';
import { keepBreakers } from '../../gateway/src/payments/breakers/index.ts';
import { loadCatalogue } from '../../gateway/src/payments/catalogue/index.ts';
import { createStatusReader } from '../../gateway/src/payments/operations/index.ts';
import { createDatabaseClock } from '../../gateway/src/node/start/database-clock.ts';
import { loadIdKey } from '../../gateway/src/node/start/id-key.ts';
import { takeLease } from '../../gateway/src/node/start/leases.ts';
import { startMoneyPath, type Outside } from '../../gateway/src/node/start/money-path.ts';
import type { Config } from '../../gateway/src/node/config/config.ts';
import { runIn, type Environment, type Timer } from '../../gateway/src/platform/environment.ts';
import { createAddressGuard } from '../../gateway/src/platform/outbound/guard.ts';
import { knownServices } from '../../gateway/src/platform/outbound/own-services.ts';
import { openLog } from '../../gateway/src/platform/log.ts';

export const publicUrl = 'https://jokko.example';

export type NodeParts = Awaited<ReturnType<typeof startParts>>;

/** One life of a node, from its start to its death. */
export interface NodeLife {
  readonly name: string;
  readonly alive: boolean;
  readonly frozen: boolean;
  /** Null while it starts. */
  readonly parts: NodeParts | null;
  /** Since when nothing has been wrong with it; null while something is. */
  readonly wellSince: number | null;
  /** Runs `work` as the node; later while it is frozen, never when it is dead. */
  run(work: () => void): void;
  freeze(forMs: number): void;
  /** Runs `strike` when the node has a transaction open, between its reading and its writing. */
  whenInTransaction(strike: (() => void) | null): void;
  cutOff(forMs: number): void;
  kill(): void;
  /** Sets its clock forward by `byMs`, or back. */
  moveClock(byMs: number): void;
  /** What its links were spoilt by counts as something wrong. */
  hurt(): void;
  environment: Environment;
}

export interface NodeDeps {
  timeline: Timeline;
  around: Surroundings;
  chance: Chance;
  counters: Counters;
  provider: Provider;
  receiver: Receiver;
  shop: Shop;
  config: Config;
  /** ms that its clock is ahead. */
  skewMs: number;
  known: Outliving;
  planted: Planted | null;
  fault(statements: readonly string[]): LinkFault | null;
}

export const leaseMs = 30_000;

interface Condition {
  alive: boolean;
  frozenUntil: number;
  cutUntil: number;
  /** What arrived while it was frozen. */
  inbox: (() => void)[];
  wellSince: number | null;
  skewMs: number;
  strikeInTransaction: (() => void) | null;
}

export function startNode(name: string, deps: NodeDeps): NodeLife {
  const { timeline, around } = deps;
  const condition: Condition = {
    alive: true,
    frozenUntil: 0,
    cutUntil: 0,
    inbox: [],
    wellSince: null,
    skewMs: deps.skewMs,
    strikeInTransaction: null,
  };
  const run = (work: () => void): void => {
    if (!condition.alive) return;
    if (condition.frozenUntil > timeline.now) condition.inbox.push(work);
    else runIn(environment, work);
  };
  const environment = environmentOf(deps, condition, run);
  const peer: Peer = {
    name,
    get skewMs() {
      return condition.skewMs;
    },
    get alive() {
      return condition.alive;
    },
    deliver(delayMs, work) {
      timeline.after(delayMs, '', function arrive(): void {
        const cutMs = condition.cutUntil - timeline.now;
        if (cutMs > 0) timeline.after(cutMs, '', arrive);
        else run(work);
      });
    },
    cutForMs: () => Math.max(0, condition.cutUntil - timeline.now),
    inTransaction() {
      const strike = condition.strikeInTransaction;
      condition.strikeInTransaction = null;
      strike?.();
    },
    fault(statements) {
      const fault = deps.fault(statements);
      if (fault !== null) life.hurt();
      return fault;
    },
  };
  let parts: NodeParts | null = null;
  const wellFrom = (at: number): void => {
    condition.wellSince = Math.max(condition.wellSince ?? at, at);
  };
  const life: NodeLife = {
    name,
    environment,
    run,
    get alive() {
      return condition.alive;
    },
    get frozen() {
      return condition.frozenUntil > timeline.now;
    },
    get parts() {
      return parts;
    },
    get wellSince() {
      return condition.alive && condition.wellSince !== null && condition.wellSince <= timeline.now
        ? condition.wellSince
        : null;
    },
    hurt: () => parts !== null && wellFrom(timeline.now + recoveryMs),
    freeze(forMs) {
      condition.frozenUntil = timeline.now + forMs;
      wellFrom(condition.frozenUntil + recoveryMs);
      timeline.after(forMs, `${name} thaws`, () => {
        for (const work of condition.inbox.splice(0)) timeline.nextTurn(() => run(work));
      });
    },
    cutOff(forMs) {
      condition.cutUntil = timeline.now + forMs;
      for (const link of around.links)
        if (link.peer === peer && link.limits.aliveMs > 0 && forMs > link.limits.aliveMs)
          timeline.after(link.limits.aliveMs, '', () => terminate(around, link, lostConnection));
      wellFrom(condition.cutUntil + recoveryMs);
    },
    whenInTransaction: (strike) => void (condition.strikeInTransaction = strike),
    moveClock: (byMs) => void (condition.skewMs += byMs),
    kill() {
      condition.alive = false;
      for (const link of around.links) if (link.peer === peer) leave(around, link);
    },
  };
  run(() => {
    startParts(name, deps, peer).then(
      (started) => {
        parts = started;
        condition.wellSince ??= timeline.now;
        timeline.note(`${name} is up`);
      },
      (error: unknown) => {
        timeline.note(`${name} does not start: ${String(error)}`);
        life.kill();
      },
    );
  });
  return life;
}

/**
 * After something went wrong a node may need this long until it answers everybody again (issue 11,
 * part 2).
 */
const recoveryMs = 10_000;

async function startParts(name: string, deps: NodeDeps, peer: Peer) {
  const { around, shop, config } = deps;
  const database = openNodeDatabase(around, peer);
  const { secrets } = shop;
  const idKey = await loadIdKey(database);
  const clock = createDatabaseClock(database);
  await clock.read();
  const outside = outsideOf(deps, peer);
  const settings = connectorSettings(secrets, outside.connectors);
  let present = await loadCatalogue(database, settings);
  const directory = createDirectory(database, secrets);
  const signing = createSigningSecrets(database, secrets);
  const caches = {
    catalogue: () => present,
    directory,
    breakers: await keepBreakers(database),
    clock,
    async signingSecretsOf(accountId: number) {
      const account = await directory.byId(accountId);
      return account === null ? null : signing.of(account);
    },
  };
  const lease = await takeLease(
    database,
    { ...database, nodeId: name, secretKeyIds: secrets.keyIds },
    config.leaseMs,
  );
  const timings = {
    commit: nothing,
    providerCall: nothing,
    callback: nothing,
    health: createHealthCounters(),
  };
  const options = {
    config: { ...config, nodeId: name },
    database,
    databaseUrl: '',
    secrets,
    log,
    people,
    services: knownServices([]),
  };
  const terms = {
    lease,
    idKey,
    publicUrl,
    timings,
    sends: sendsOf(deps.known, peer.deliver.bind(peer)),
  };
  const path = await startMoneyPath(options, caches, terms, outside);
  return {
    ...path,
    database,
    caches,
    lease,
    async refreshCatalogue() {
      present = await loadCatalogue(database, settings);
    },
    statuses: createStatusReader(database),
  };
}

const nothing = (): void => {};
/** Nobody calls over HTTP. */
const people = { areAlone: () => true, note: () => false };
const log = openLog('silent', 'simulation');

function outsideOf({ provider, receiver, planted }: NodeDeps, peer: Peer): Outside {
  const deliver = peer.deliver.bind(peer);
  const receivers = {
    guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
    post: (request: Parameters<Receiver['post']>[0]) => receiver.post(request, deliver),
    pinsOf: () => Promise.resolve(null),
    saw: nothing,
  };
  return {
    connectors: Object.fromEntries(
      routes.map((route) => [
        route,
        connectorOf(route, { provider, deliver, ...planted?.connector }),
      ]),
    ),
    call: () => Promise.reject(new Error('there is no HTTP in the simulation')),
    receivers: receivers as unknown as Outside['receivers'],
    close: () => Promise.resolve(),
  };
}

function environmentOf(
  { timeline, chance, planted }: NodeDeps,
  condition: Condition,
  run: (work: () => void) => void,
): Environment {
  const bootedAt = timeline.now;
  const start = (work: () => void, delayMs: number): Timer => {
    // A frozen node may stop it after its time has come.
    const unlessStopped = (): void => void (event.cancelled || work());
    const event = timeline.after(Math.max(1, delayMs), '', () => run(unlessStopped));
    return timerOf(event);
  };
  return {
    now: () => timeline.now + condition.skewMs,
    monotonic: () => timeline.now - bootedAt,
    sleep: (durationMs, how) =>
      new Promise((resolve, reject) => {
        const timer = start(resolve, durationMs);
        how?.signal?.addEventListener('abort', () => {
          stop(timer);
          reject(how.signal!.reason as Error);
        });
      }),
    startTimer: start,
    startTicker(work, everyMs) {
      const ticker: OwnTimer = {
        tick: timeline.every(everyMs, () => run(work)),
        unref: () => ticker,
      };
      return ticker;
    },
    stopTimer: (timer) => timer !== null && timer !== undefined && stop(timer),
    nextTurn: (work) => timeline.nextTurn(() => run(work)),
    othersTurn: () => new Promise((resolve) => timeline.nextTurn(() => run(resolve))),
    random: () => chance.next(),
    randomBytes: planted?.randomBytes?.() ?? chance.bytes,
    uuid: () => chance.uuid(),
  };
}

interface OwnTimer extends Timer {
  event?: Event;
  tick?: Ticker;
}

function timerOf(event: Event): OwnTimer {
  const timer: OwnTimer = {
    event,
    unref() {
      event.idle = true;
      return timer;
    },
  };
  return timer;
}

function stop(timer: Timer): void {
  const own = timer as OwnTimer;
  if (own.tick !== undefined) own.tick.stopped = true;
  if (own.event !== undefined) own.event.cancelled = true;
}
