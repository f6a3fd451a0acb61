// A connection of a virtual node to the real PostgreSQL. Statements travel on the timeline: they
// arrive, run in bursts as they were sent, and their answers come back, late, broken off or not at
// all. A burst that waits for a lock is left pending while others run.

import type { Purpose } from '../../gateway/src/platform/db/connection-settings.ts';
import type { Statement } from '../../gateway/src/platform/db/database.ts';
import type { Chance } from './chance.ts';
import type { Counters } from './counters.ts';
import type { Backend, Limits, Moment, Server } from './server.ts';
import type { Event, Timeline } from './timeline.ts';

/**
 * What may happen to a burst. `break before`: the connection breaks when none or a part of it has
 * arrived. `break after`: all of it ran, and the connection breaks before the answer. `late`: the
 * answer is. `silence`: all of it ran, nothing comes back, and nobody is told.
 */
export type LinkFault = 'break before' | 'break after' | 'late' | 'silence';

/** The node's side. */
export interface Peer {
  readonly name: string;
  /** ms that its clock is ahead. */
  readonly skewMs: number;
  readonly alive: boolean;
  /** Runs `run` on the node: later while it is frozen or cut off, never once it is dead. */
  deliver(delayMs: number, run: () => void): void;
  /** Bytes that leave now wait this long before they travel. */
  cutForMs(): number;
  /** Told when a transaction has begun and locked, and the node has not heard of it yet. */
  inTransaction(): void;
  /** Drawn for each burst. */
  fault(statements: readonly string[]): LinkFault | null;
}

export interface Pending {
  statement: Statement;
  values: readonly unknown[];
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

export interface Surroundings {
  timeline: Timeline;
  server: Server;
  chance: Chance;
  counters: Counters;
  /** All that PostgreSQL knows. */
  links: Set<Link>;
  limitsOf(purpose: Purpose): Limits;
  /** A statement as PostgreSQL gets it. */
  rewrite(statement: Statement): Statement;
  stepwise: number;
}

interface Run {
  burst: Pending[];
  fault: LinkFault | null;
  settled: Promise<PromiseSettledResult<unknown[]>[]>;
  done: boolean;
  waits: Event | null;
  timedOut: boolean;
}

export interface Link {
  readonly id: number;
  readonly peer: Peer;
  /** What PostgreSQL ends it for. */
  readonly limits: Limits;
  /** The wait for one lock in this transaction; null: as always. */
  ownLockMs: number | null;
  /** Single statements leave nothing behind: it has a backend only while it needs one. */
  backend: Backend | null;
  queue: Pending[];
  /** Sent, and neither answered nor given up. */
  unanswered: Set<Pending>;
  /** A burst is on its way to PostgreSQL. */
  travelling: boolean;
  run: Run | null;
  inTransaction: boolean;
  /** Grows with each burst and each transaction: time-outs of older ones are void. */
  bursts: number;
  transactions: number;
  /** The node has closed it, or is dead. */
  left: boolean;
  /** The node knows, or is about to know, that it is broken. */
  broken: boolean;
  /** Nothing comes through any more, and the node does not know. */
  silent: boolean;
  /** PostgreSQL has forgotten it. */
  ended: boolean;
}

const travelMs = [1, 3] as const;
const lateMs = [500, 20_000] as const;
/** Real time. A statement that waits for nobody is answered sooner. */
const answerWaitMs = 5;
const answerWaitMaxMs = 40;

let made = 0;

export function createLink(around: Surroundings, peer: Peer, purpose: Purpose): Link {
  const link: Link = {
    id: ++made,
    peer,
    limits: around.limitsOf(purpose),
    ownLockMs: null,
    backend: null,
    queue: [],
    unanswered: new Set(),
    travelling: false,
    run: null,
    inTransaction: false,
    bursts: 0,
    transactions: 0,
    left: false,
    broken: false,
    silent: false,
    ended: false,
  };
  around.links.add(link);
  return link;
}

export const lostConnection = 'Connection terminated unexpectedly';

export function send(around: Surroundings, link: Link, pending: Pending): void {
  if (link.broken || link.left) {
    pending.reject(new Error('Connection terminated'));
    return;
  }
  link.queue.push(pending);
  link.unanswered.add(pending);
  if (link.silent) return;
  if (link.ended) breakOff(around, link, lostConnection);
  else travel(around, link);
}

/** The node closes its side, or dies: what PostgreSQL has runs, what is open is rolled back. */
export function leave(around: Surroundings, link: Link): void {
  if (link.left || link.ended) return;
  link.left = true;
  link.queue.splice(around.chance.between(0, link.queue.length));
  if (link.peer.alive) giveUp(link, 'Connection terminated');
  travel(around, link);
}

function giveUp(link: Link, reason: string): void {
  const lost = [...link.unanswered];
  link.unanswered.clear();
  for (const pending of lost) pending.reject(new Error(reason));
}

/** PostgreSQL ends the connection. */
export async function terminate(around: Surroundings, link: Link, reason: string): Promise<void> {
  if (!link.silent) breakOff(around, link, reason);
  if (link.run === null) return end(around, link);
  link.left = true;
  link.queue = [];
  await around.server.cancel(link.backend!.pid);
  await follow(around);
}

function travel(around: Surroundings, link: Link): void {
  if (link.travelling || link.run !== null || link.ended) return;
  link.travelling = true;
  const delayMs = around.chance.between(...travelMs) + link.peer.cutForMs();
  around.timeline.after(delayMs, '', () => arrive(around, link));
}

async function arrive(around: Surroundings, link: Link): Promise<void> {
  link.travelling = false;
  if (link.ended || link.run !== null) return;
  const { chance, server } = around;
  const count = chance.is(around.stepwise) ? 1 : link.queue.length;
  const burst = link.queue.splice(0, count);
  if (burst.length === 0) {
    if (link.left) await end(around, link);
    return;
  }
  const names = burst.map(({ statement }) => statement.name);
  const fault = link.left ? null : link.peer.fault(names);
  if (fault === 'break before') {
    around.counters.count('connection broken before its statements');
    burst.splice(chance.between(0, burst.length - 1));
    if (burst.length === 0) {
      around.timeline.note(`${link.peer.name} breaks off before ${names.join(' ')}`);
      breakOff(around, link, lostConnection);
      return end(around, link);
    }
  }
  link.backend ??= await server.take();
  const { backend } = link;
  const settled = Promise.allSettled(
    burst.map(({ statement, values }) =>
      backend.run(
        inVirtualTime(around, link, statement),
        values,
        clockFor(around, link, statement),
      ),
    ),
  );
  const run: Run = { burst, fault, settled, done: false, waits: null, timedOut: false };
  void settled.then(() => (run.done = true));
  link.run = run;
  link.bursts++;
  await goOn(around, link, run);
  await follow(around);
}

/** A limit of a transaction is kept by the simulation, not by PostgreSQL. */
function inVirtualTime({ rewrite }: Surroundings, link: Link, statement: Statement): Statement {
  if (/^\s*begin/i.test(statement.text)) link.ownLockMs = null;
  const limit = /^\s*set local lock_timeout = (\d+)\s*$/.exec(statement.text);
  if (limit === null) return rewrite(statement);
  link.ownLockMs = Number(limit[1]);
  return { name: 'sim_no_limit', text: 'set local lock_timeout = 0' };
}

/** What `now()` is for a statement; null inside a transaction, which has its own. */
function clockFor(around: Surroundings, link: Link, { text }: Statement): Moment | null {
  const now = link.inTransaction ? null : { now: around.timeline.now, skewMs: link.peer.skewMs };
  if (/^\s*begin/i.test(text)) {
    link.inTransaction = true;
    const transaction = ++link.transactions;
    endAfter(around, link, 'transaction time-out', link.limits.transactionMs, () => {
      return link.inTransaction && link.transactions === transaction;
    });
  } else if (/^\s*(commit|rollback)/i.test(text)) link.inTransaction = false;
  return now;
}

/** PostgreSQL ends the connection for a time-out that the gateway has asked for. */
function endAfter(
  around: Surroundings,
  link: Link,
  name: string,
  afterMs: number,
  stillHolds: () => boolean,
): void {
  if (afterMs <= 0) return;
  around.timeline.after(afterMs, '', async () => {
    if (link.ended || !stillHolds()) return;
    around.timeline.note(`${link.peer.name} #${name}`);
    around.counters.count(name);
    await terminate(around, link, `terminating connection due to ${name}`);
  });
}

/** Gives out what the burst brought; leaves it where it waits for a lock. */
async function goOn(around: Surroundings, link: Link, run: Run): Promise<void> {
  if (await isAnswered(around, run, link.backend!.pid)) {
    link.run = null;
    if (run.waits !== null) run.waits.cancelled = true;
    return answer(around, link, run, await run.settled);
  }
  if (run.waits !== null) return;
  const { server, timeline, counters } = around;
  const lockMs = link.ownLockMs ?? link.limits.lockMs;
  counters.count('a statement waits for a lock');
  timeline.note(`${link.peer.name} waits in ${run.burst[0]!.statement.name}`);
  const untilMs = lockMs > 0 ? lockMs : Number.MAX_SAFE_INTEGER;
  run.waits = timeline.after(untilMs, '', async () => {
    if (run.done) return;
    run.timedOut = true;
    counters.count('lock time-out');
    await server.cancel(link.backend!.pid);
    await run.settled;
    await follow(around);
  });
}

async function isAnswered({ server }: Surroundings, run: Run, pid: number): Promise<boolean> {
  for (let waitMs = answerWaitMs; ; waitMs = Math.min(answerWaitMaxMs, waitMs * 2)) {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, waitMs);
    await Promise.race([run.settled, late.promise]);
    clearTimeout(timer);
    if (run.done) return true;
    if ((await server.waiting([pid])).has(pid)) return false;
  }
}

async function answer(
  around: Surroundings,
  link: Link,
  run: Run,
  results: PromiseSettledResult<unknown[]>[],
): Promise<void> {
  const { timeline, counters, chance } = around;
  timeline.note(`${link.peer.name} ${run.burst.map(describe(results)).join(' ')}`);
  // A commit behind a statement that failed was passed over: the rollback is still to come.
  if (run.burst.some(({ statement }, index) => isCommit(statement) && isAborted(results[index]!)))
    link.inTransaction = true;
  if (link.left) {
    if (link.queue.length > 0) return travel(around, link);
    return end(around, link);
  }
  if (run.fault === 'silence') {
    counters.count('silent connection');
    link.silent = true;
    endAfter(around, link, 'keep-alive', link.limits.aliveMs, () => true);
  }
  if (run.fault === 'break before' || run.fault === 'break after') {
    if (run.fault === 'break after') {
      counters.count('answer lost after it ran');
      if (run.burst.some(({ statement }) => isCommit(statement)))
        counters.count('commit of unknown fate');
    }
    breakOff(around, link, lostConnection);
    return end(around, link);
  }
  if (link.inTransaction) {
    link.peer.inTransaction();
    const burst = link.bursts;
    endAfter(around, link, 'idle-in-transaction time-out', link.limits.idleInTransactionMs, () => {
      return link.inTransaction && link.bursts === burst && link.run === null;
    });
  }
  if (!link.inTransaction && link.queue.length === 0) await giveBack(around, link);
  if (link.silent) return;
  if (run.fault === 'late') counters.count('late answer of the database');
  const delayMs =
    chance.between(...travelMs) + (run.fault === 'late' ? chance.between(...lateMs) : 0);
  link.peer.deliver(delayMs, () => giveOut(link, run, results));
  if (link.queue.length > 0) travel(around, link);
}

const isCommit = ({ text }: Statement): boolean => text === 'commit';
const isAborted = (result: PromiseSettledResult<unknown>): boolean =>
  result.status === 'rejected' && codeOf(result.reason) === '25P02';

const describe =
  (results: PromiseSettledResult<unknown[]>[]) =>
  ({ statement }: Pending, index: number): string => {
    const result = results[index]!;
    return result.status === 'fulfilled'
      ? `${statement.name}:${result.value.length}`
      : `${statement.name}!${codeOf(result.reason)}`;
  };

function giveOut(link: Link, run: Run, results: PromiseSettledResult<unknown[]>[]): void {
  run.burst.forEach((pending, index) => {
    const result = results[index]!;
    if (!link.unanswered.delete(pending)) return;
    if (result.status === 'fulfilled') pending.resolve(result.value);
    else pending.reject(errorOf(result.reason, run.timedOut));
  });
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'error';

/** What was cancelled in the place of PostgreSQL's own time-out reads as if that had ended it. */
function errorOf(error: unknown, timedOut: boolean): unknown {
  if (timedOut && codeOf(error) === '57014')
    Object.assign(error as Error, {
      code: '55P03',
      message: 'canceling statement due to lock timeout',
    });
  return error;
}

/** The node learns that the connection is broken. */
function breakOff({ chance }: Surroundings, link: Link, reason: string): void {
  if (link.broken || link.left) return;
  link.peer.deliver(chance.between(...travelMs), () => {
    link.broken = true;
    giveUp(link, reason);
  });
}

async function end(around: Surroundings, link: Link): Promise<void> {
  if (link.ended) return;
  link.ended = true;
  around.links.delete(link);
  await giveBack(around, link);
  await follow(around);
}

async function giveBack({ server }: Surroundings, link: Link): Promise<void> {
  const { backend } = link;
  link.backend = null;
  if (backend !== null) await server.give(backend, link.inTransaction);
}

/** Goes on with bursts that no longer wait for a lock: part of whatever may release one. */
export async function follow(around: Surroundings): Promise<void> {
  for (;;) {
    const waiting = [...around.links].filter(({ run }) => run !== null && run.waits !== null);
    if (waiting.length === 0) return;
    const still = await around.server.waiting(waiting.map(({ backend }) => backend!.pid));
    const free = waiting.filter(({ run, backend }) => run!.done || !still.has(backend!.pid));
    if (free.length === 0) return;
    for (const link of free) if (link.run !== null) await goOn(around, link, link.run);
    if (free.every(({ run }) => run !== null)) return;
  }
}
