// What runs on a node between an accepted message and its final state? Binds with their sessions, a sender for each link, the recorder, inbound
// messages, and the rounds that look after what got stuck.

import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsConnector, SmsContext } from '@jokko/connector-kit';
import type { Database } from '../../db/database.ts';
import type { Link, Routing } from '../sms-routing/index.ts';
import { createBatchTexts } from './batch-texts.ts';
import { startBinds } from './binds.ts';
import { startInbound, type InboundDeps } from './inbound.ts';
import { settleLostClaims } from './lost-claims.ts';
import { createNotices, type SmsNotices } from './notices.ts';
import { startRecorder } from './recorder.ts';
import { forgetOldParts } from './retention.ts';
import { createEars } from './ears.ts';
import { createSenders } from './senders.ts';
import { settleBatch } from './settle.ts';
import { createStuck } from './stuck.ts';
import { createTally, type Tally } from './tally.ts';
import { recordWith } from './until-recorded.ts';
import { loadWaiting, type Waiting } from './waiting.ts';

/** A database that is away does not lose an answer: it is recorded when it is back. A stop waits no longer than this. */
const closePatienceMs = 10_000;

type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: { [name: string]: string | number }) => void;

export interface SmsDeliveryDeps extends Pick<InboundDeps, 'nextId' | 'leaseOwner' | 'onCallbacks'> {
  database: Database;
  /** Incarnation of this node. */
  node: number;
  /** Whether nobody else can have taken our work by now. */
  holdsLease(): boolean;
  routing(): Routing;
  /** ms since 1970 on the database's clock. */
  now(): number;
  connectorOf(name: string): SmsConnector | undefined;
  http: SmsContext<unknown>['http'];
  /** How long ids of parts are kept after their messages have ended. */
  partDays: number;
  publicUrl: string;
  /** Secret parts of the addresses of notices are made with it. */
  noticeKey: Buffer;
  log: Log;
  /** Real time that has passed, ms; tests move it. */
  uptime?(): number;
}

export interface SmsDelivery {
  /** Messages have been accepted for these links. */
  wake(links: Iterable<string>): void;
  notices: SmsNotices;
  /** One round each; `true` when there is more to do. */
  rounds: {
    binds(): Promise<void>;
    /** Whatever may have become due, and what got stuck in memory. */
    due(): void;
    lostClaims(): Promise<boolean>;
    stuck(): Promise<boolean>;
    settle(): Promise<boolean>;
    countWaiting(): Promise<void>;
    oldParts(): Promise<boolean>;
    oldInbound(): Promise<boolean>;
  };
  /** Parts in memory that have not left, and messages without a record. */
  held(): { link: string; parts: number; unrecorded: number }[];
  /** What has happened on each link since this node started. */
  happenings: Tally['counts'];
  /** What happened on the open sessions, as their connectors count it. */
  sessionCounters(): { link: string; what: string; count: number }[];
  /** As it was counted in the last round. */
  waiting(): readonly Waiting[];
  /** Claims nothing more, waits for answers, closes the sessions, records what is known. */
  close(): Promise<void>;
}

export function startSmsDelivery(deps: SmsDeliveryDeps): SmsDelivery {
  const { database, node, log, routing } = deps;
  const claims = new Set<bigint>();
  let closingAt = Infinity;
  const warn = (message: string) => (error: unknown) => log('warn', message, { reason: String(error) });
  const tally = createTally();
  let waiting: readonly Waiting[] = [];
  const recorder = startRecorder({
    ...deps,
    onUnmatched: (link) => tally.note(link, { kind: 'receipt', what: 'unmatched' }),
    onQueued: (links) => senders.wake(links),
    onUnreadable: (link) => tally.note(link, { kind: 'receipt', what: 'unreadable' }),
    onContradictions: (count) => log('warn', 'ids or receipts contradict what is stored', { count }),
  });
  const uptime = deps.uptime ?? (() => performance.now());
  const inbound = startInbound({ ...deps, onUnclaimed: (link) => log('warn', 'an inbound message is for no app', { link }) });
  const patience = { isOver: () => Date.now() - closingAt > closePatienceMs, onError: warn('outcome of a message not recorded') };
  const record = recordWith(recorder, patience);
  const senders = createSenders({
    ...{ ...deps, tally, uptime, claims, record },
    isUp: (link) => binds.isUp(link),
    texts: createBatchTexts(),
    onError: warn('messages not sent'),
  });
  const hear = createEars({ recorder, inbound, tally, record });
  const notices = createNotices({ ...deps, receipt: hear.receipt, inbound: inbound.take });
  const binds = startBinds({
    ...deps,
    contextOf: (link) => contextOf(link, deps, notices),
    senderOf: senders.of,
    eventsOf: hear.eventsOf,
    onError: warn('a bind was not closed well'),
  });
  const stuck = createStuck({ ...{ database, routing, record, uptime }, standings: () => binds.standings });
  const ifFirst = (round: () => Promise<boolean>) => async () => binds.isFirst && (await round());
  return {
    ...{ wake: senders.wake, notices, held: senders.held },
    ...{ happenings: tally.counts, sessionCounters: binds.counters, waiting: () => waiting },
    rounds: {
      binds: binds.runOnce,
      due: senders.sweep,
      lostClaims: () => settleLostClaims({ database, node, claims, record }),
      stuck: ifFirst(stuck.runOnce),
      settle: ifFirst(() => settleBatch(database, record)),
      countWaiting: async () => void (waiting = await loadWaiting(database, linksOf(routing()))),
      oldParts: ifFirst(() => forgetOldParts(database, deps.partDays)),
      oldInbound: ifFirst(inbound.giveUpOldParts),
    },
    async close() {
      senders.stop();
      closingAt = Date.now();
      await binds.close();
      // A connector that never answers must not keep the node from stopping: what it has is found by the others.
      await Promise.race([senders.drained(), sleep(closePatienceMs, undefined, { ref: false })]);
      await recorder.close();
      await inbound.close();
    },
  };
}

/** What a session of a link may use. */
function contextOf({ name, config }: Link, { publicUrl, http, log }: SmsDeliveryDeps, notices: SmsNotices): SmsContext<Link['config']> {
  return {
    ...{ config, http, noticeUrl: `${publicUrl}${notices.pathOf(name)}` },
    now: () => Date.now(),
    log: (level, message, facts) => log(level, message, { ...facts, link: name }),
  };
}

const linksOf = ({ links, unusableLinks }: Routing): string[] => [...links.map(({ name }) => name), ...unusableLinks];
