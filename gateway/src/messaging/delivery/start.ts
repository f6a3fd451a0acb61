// Starts what runs on a node between an accepted message and its final state: binds with their
// sessions, a sender for each carrier connection, the recorder, inbound messages, and the rounds
// that handle stuck messages.

import type { SmsConnector, SmsContext } from '@jokko/connectors/kit';
import type { Database } from '../../platform/db/database.ts';
import type { CarrierConnection, Routing } from '../routing/index.ts';
import { endDoubtfulMessages } from './after-restore.ts';
import { askCarriers } from './ask-carriers.ts';
import { createAskEnds } from './ask-ends.ts';
import { createBatchTexts } from './batch-texts.ts';
import { startBinds } from './binds.ts';
import { startInbound, type InboundDeps } from './inbound.ts';
import { matchLostAnswers } from './lost-answers.ts';
import { completeLostLeases } from './lost-leases.ts';
import { createNotices, type SmsNotices } from './notices.ts';
import { startRecorder } from './recorder.ts';
import { purgeParts } from './retention.ts';
import { createEventHandlers } from './event-handlers.ts';
import { createConnectionSenders } from './connection-senders.ts';
import { pushReports } from './reports.ts';
import { countHour } from './count-hours.ts';
import { finaliseBatch } from './finalise.ts';
import { createRerouting } from './rerouting.ts';
import { createCounters, type ConnectionEvent, type Counters } from './counters.ts';
import { recordWith } from './until-recorded.ts';
import type { CarrierState } from '../../platform/health/index.ts';
import { loadCarrierStates } from './carrier-states.ts';
import { environment } from '../../platform/environment.ts';

/**
 * A database that is away does not lose an answer: it is recorded when it is back. A stop waits no
 * longer than this.
 */
const closeTimeoutMs = 10_000;

type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details?: { [name: string]: string | number },
) => void;

export interface SmsDeliveryDeps extends Pick<
  InboundDeps,
  'nextId' | 'leaseOwner' | 'onCallbacks'
> {
  database: Database;
  /** Incarnation of this node. */
  node: number;
  /** What the database certainly knows of this node; one that knows less was restored. */
  mark(): { nodeId: string; mark: number };
  /**
   * Whether the lease of this node is still valid, so that no other node has taken over its work.
   */
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
  /** Told of what happens on a connection. */
  onConnectionEvent?(connection: string, connectionEvent: ConnectionEvent): void;
  /** Real time that has passed, ms; tests move it. */
  uptime?(): number;
}

export interface SmsDelivery {
  /** Messages have been accepted for these connections. */
  wake(connections: Iterable<string>): void;
  notices: SmsNotices;
  /**
   * Before the first message is sent: ends as UNKNOWN what was perhaps sent before the database was
   * restored. Answers how many.
   */
  endDoubtful(): Promise<number>;
  /** One round each; `true` when there is more to do. */
  rounds: {
    binds(): Promise<void>;
    /** Whatever may have become due, and what got stuck in memory. */
    due(): Promise<void>;
    lostLeases(): Promise<boolean>;
    rerouting(): Promise<boolean>;
    lostAnswers(): Promise<void>;
    askCarriers(): Promise<void>;
    askEnds(): Promise<void>;
    finalise(): Promise<boolean>;
    /** For the chart of delivery by operator. */
    countHours(): Promise<void>;
    reports(): Promise<boolean>;
    countWaiting(): Promise<void>;
    oldParts(): Promise<boolean>;
    oldInbound(): Promise<boolean>;
  };
  /** Parts in memory that have not left, and messages without a record. */
  held(): { connection: string; parts: number; unrecorded: number }[];
  /** What has happened on each connection since this node started. */
  connectionEvents: Counters['counts'];
  /** What happened on the open sessions, as their connectors count it. */
  sessionCounters(): { connection: string; what: string; count: number }[];
  /** As it was read in the last round. */
  carrierStates(): readonly CarrierState[];
  /** Claims nothing more, waits for answers, closes the sessions, records what is known. */
  close(): Promise<void>;
}

export function startSmsDelivery(deps: SmsDeliveryDeps): SmsDelivery {
  const { log } = deps;
  const leases = new Set<bigint>();
  let closingAt = Infinity;
  const warn = (message: string) => (error: unknown) =>
    log('warn', message, { reason: String(error) });
  const counters = openCounters(deps);
  const recorder = openRecorder(deps, counters, (connections) => senders.wake(connections));
  const uptime = deps.uptime ?? (() => environment.monotonic());
  const unheard = (message: string) => (connection: string) => log('warn', message, { connection });
  const inbound = startInbound({
    ...deps,
    onUnclaimed: unheard('an inbound message is for no app'),
    onUnclear: unheard(
      'a stop had no effect: its number lacks the country, set that of the connection',
    ),
  });
  const deadline = {
    isOver: () => environment.monotonic() - closingAt > closeTimeoutMs,
    onError: warn('outcome of a message not recorded'),
  };
  const record = recordWith(recorder, deadline);
  const senders = createConnectionSenders({
    ...deps,
    counters,
    uptime,
    leases,
    record,
    isUp: (connection) => binds.isUp(connection),
    texts: createBatchTexts(),
    onError: warn('messages not sent'),
  });
  const events = createEventHandlers({ ...deps, recorder, inbound, counters, record });
  const notices = openNotices(deps, events.receipt, inbound.take);
  const binds = startBinds({
    ...deps,
    contextOf: (connection) => contextOf(connection, deps, notices),
    senderOf: senders.of,
    eventsOf: events.eventsOf,
    onError: warn('a bind was not closed well'),
  });
  return {
    wake: senders.wake,
    notices,
    endDoubtful: () => endDoubtfulMessages(deps.database, record),
    held: senders.held,
    connectionEvents: counters.counts,
    sessionCounters: binds.counters,
    ...createRounds(deps, { leases, record, senders, binds, inbound, uptime, notices, events }),
    async close() {
      senders.stop();
      closingAt = environment.monotonic();
      await binds.close();
      // A connector that never answers must not keep the node from stopping: what it has is found
      // by the others.
      await Promise.race([senders.drained(), environment.sleep(closeTimeoutMs, { ref: false })]);
      await recorder.close();
      await inbound.close();
    },
  };
}

const openCounters = ({ onConnectionEvent, log }: SmsDeliveryDeps): Counters =>
  createCounters(onConnectionEvent, (connection, { what }) => {
    if (what === 'other_parts')
      log('warn', 'the carrier counts other parts of a message than it was charged as', {
        connection,
      });
  });

function openRecorder(
  deps: SmsDeliveryDeps,
  counters: Counters,
  onQueued: (connections: Iterable<string>) => void,
) {
  return startRecorder({
    ...deps,
    traitsOf(name) {
      const connection = deps.routing().connections.find((each) => each.name === name);
      return connection && deps.connectorOf(connection.connector)?.capabilities(connection.config);
    },
    onUnmatched: (connection) => counters.note(connection, { kind: 'receipt', what: 'unmatched' }),
    onQueued,
    onUnreadable: (connection) =>
      counters.note(connection, { kind: 'receipt', what: 'unreadable' }),
    onContradictions: (count) =>
      deps.log('warn', 'ids or receipts contradict what is stored', { count }),
  });
}

function openNotices(
  deps: SmsDeliveryDeps,
  receipt: ReturnType<typeof createEventHandlers>['receipt'],
  inbound: ReturnType<typeof startInbound>['take'],
): SmsNotices {
  const notices: SmsNotices = createNotices({
    ...deps,
    contextOf: (connection) => contextOf(connection, deps, notices),
    receipt,
    inbound,
  });
  return notices;
}

interface Parts {
  leases: Set<bigint>;
  record: ReturnType<typeof recordWith>;
  senders: ReturnType<typeof createConnectionSenders>;
  binds: ReturnType<typeof startBinds>;
  inbound: ReturnType<typeof startInbound>;
  uptime(): number;
  notices: SmsNotices;
  events: ReturnType<typeof createEventHandlers>;
}

function createRounds(
  deps: SmsDeliveryDeps,
  { leases, record, senders, binds, inbound, uptime, notices, events }: Parts,
): Pick<SmsDelivery, 'rounds' | 'carrierStates'> {
  const { database, node, routing, partDays } = deps;
  let carriers: readonly CarrierState[] = [];
  const rerouting = createRerouting({
    database,
    routing,
    record,
    uptime,
    standings: () => binds.standings,
  });
  const asking = {
    ...deps,
    record,
    receipt: events.receipt,
    contextOf: (connection: CarrierConnection) => contextOf(connection, deps, notices),
  };
  const askEnds = createAskEnds(asking);
  /** What one node is enough for. */
  const ifFirst = (round: () => Promise<boolean>) => async () => binds.isFirst && (await round());
  return {
    carrierStates: () => carriers,
    rounds: {
      binds: binds.runOnce,
      due: senders.sweep,
      lostLeases: () => completeLostLeases({ database, node, leases, record }),
      rerouting: ifFirst(rerouting.runOnce),
      lostAnswers: async () => {
        if (binds.isFirst) await matchLostAnswers(database, record);
      },
      askCarriers: async () => {
        if (binds.isFirst) await askCarriers(asking);
      },
      askEnds: async () => {
        if (binds.isFirst) await askEnds();
      },
      finalise: ifFirst(() => finaliseBatch(database, record)),
      countHours: async () => {
        if (binds.isFirst) await countHour(database);
      },
      reports: ifFirst(() => pushReports(deps)),
      countWaiting: async () => void (carriers = await loadCarrierStates(database, routing())),
      oldParts: ifFirst(() => purgeParts(database, partDays)),
      oldInbound: ifFirst(inbound.giveUpOldParts),
    },
  };
}

/** What a session of a connection may use. */
function contextOf(
  { name, config }: CarrierConnection,
  { publicUrl, http, log }: SmsDeliveryDeps,
  notices: SmsNotices,
): SmsContext<CarrierConnection['config']> {
  return {
    config,
    http,
    noticeUrl: `${publicUrl}${notices.pathOf(name)}`,
    log: (level, message, details) => log(level, message, { ...details, connection: name }),
  };
}
