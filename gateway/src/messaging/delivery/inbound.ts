// Handles an inbound message. It is stored before it is acknowledged to the operator; parts are
// joined; the routing document says whose it is; STOP and START change the list of opt-outs; and
// the application is notified by a callback, all in one commit.

import { heldHalves } from '@jokko/connectors/kit';
import type { SmsInbound } from '@jokko/connectors/kit';
import { phoneText, smsContentUnitsMax } from '@jokko/contract';
import type { Connection, Database } from '../../platform/db/database.ts';
import { startGroupWriter, type Decision } from '../../platform/db/group-commit.ts';
import { settleAll } from '../../platform/db/settle-all.ts';
import { insertCallbacks, type CallbackWrite } from '../../payments/callbacks/index.ts';
import { deleteOptOuts, insertOptOuts, type OptOutKey } from '../applications/index.ts';
import type { Routing } from '../routing/index.ts';
import { composeInboundCallback } from './inbound-callback.ts';
import { addPart, isPartOfMany, join, setKey, type PartSet } from './inbound-joining.ts';
import {
  loadAppsThatSent,
  loadInboundApps,
  loadOldSets,
  loadPartSets,
  loadSeen,
  lockPartSets,
  seenKey,
  storeInbound,
  storePartSets,
  type InboundRow,
} from './inbound-store.ts';

const commandsMax = 256;
const unclaimedReportedEvery = 1_000;
/**
 * UTF-16 units. A part of many holds 153; what operators do beyond that is bounded, as each part is
 * kept.
 */
const partUnitsMax = 1_000;
/** The length of addresses and of an operator's keys. */
const addressUnitsMax = 255;

type SetName = Omit<PartSet, 'parts'>;
type InboundCommand =
  | { type: 'message'; connection: string; message: SmsInbound }
  /** Its other parts are no longer awaited, or it was delivered long ago. */
  | { type: 'giveUp'; set: SetName };

export interface InboundDeps {
  database: Database;
  node: number;
  routing(): Routing;
  /** ms since 1970 on the database's clock. */
  now(): number;
  /** Returns an id of the kind of an operation's, and never equal to one. */
  nextId(): Promise<string>;
  /** The node that sends a callback at once; null leaves it to any node. */
  leaseOwner(accountId: number, destination: string): number | null;
  /** Told after the commit. */
  onCallbacks(callbacks: CallbackWrite[]): void;
  /**
   * No entry of the routing document matches. Logged for the first of a connection and then for
   * each thousandth: an operator may send many.
   */
  onUnclaimed(connection: string): void;
  /**
   * A stop or start that had no effect: its number may be one of several countries. Logged as
   * sparingly.
   */
  onUnclear(connection: string): void;
}

export interface InboundWriter {
  /** Resolves once it is stored, also when it was before. */
  take(connection: string, message: SmsInbound): Promise<void>;
  /** One round over parts whose others are missing for a day. Returns whether there may be more. */
  giveUpOldParts(): Promise<boolean>;
  close(): Promise<void>;
}

export function startInbound(given: InboundDeps): InboundWriter {
  const deps = {
    ...given,
    onUnclaimed: sparingly(given.onUnclaimed),
    onUnclear: sparingly(given.onUnclear),
  };
  const writer = startGroupWriter<InboundCommand, void>({
    database: deps.database,
    node: deps.node,
    writer: 'sms-inbound',
    commandsMax,
    decide: (connection, commands) => decide(connection, commands, deps),
  });
  return {
    take: (connection, message) =>
      writer.submit({
        type: 'message',
        connection,
        message: withCountry(cleaned(message), connection, deps.routing()),
      }),
    async giveUpOldParts() {
      const sets = await loadOldSets(deps.database);
      await Promise.all(sets.map((set) => writer.submit({ type: 'giveUp', set })));
      return sets.length > 0;
    },
    close: writer.close,
  };
}

/** The first of each connection, and then each thousandth. */
function sparingly(notify: (connection: string) => void): (connection: string) => void {
  const counts = new Map<string, number>();
  return (connection) => {
    const before = counts.get(connection) ?? 0;
    counts.set(connection, before + 1);
    if (before % unclaimedReportedEvery === 0) notify(connection);
  };
}

async function decide(
  connection: Connection,
  commands: InboundCommand[],
  deps: InboundDeps,
): Promise<Decision<void>> {
  const names = commands.flatMap((command) => setNameOf(command) ?? []);
  const keys = commands.flatMap((command) =>
    command.type === 'message' && command.message.dedupeKey !== null
      ? [{ connection: command.connection, dedupeKey: command.message.dedupeKey }]
      : [],
  );
  const [, , seen, sets] = await settleAll([
    connection.query({ name: 'begin', text: 'begin' }),
    names.length === 0 ? null : lockPartSets(connection, names),
    keys.length === 0 ? new Set<string>() : loadSeen(connection, keys),
    names.length === 0 ? new Map<string, PartSet>() : loadPartSets(connection, names),
  ] as const);
  const changedSets = new Set<PartSet>();
  const rows: InboundRow[] = [];
  for (const command of commands) {
    const whole = wholeOf(command, { seen, sets, changedSets });
    if (whole !== null) rows.push(...(await rowsOf(connection, whole, deps)));
  }
  const results = commands.map(() => undefined);
  if (rows.length === 0 && changedSets.size === 0) return { results, store: null };
  const callbacks = await assign(connection, rows, deps);
  return {
    results,
    store: (leaveMark) => store(connection, { rows, sets: [...changedSets], callbacks }, leaveMark),
    committed() {
      if (callbacks.length > 0) deps.onCallbacks(callbacks);
      for (const { connection, appId, consent, isUnclear } of rows) {
        if (appId === null) deps.onUnclaimed(connection);
        else if (consent !== null && isUnclear) deps.onUnclear(connection);
      }
    },
  };
}

function setNameOf(command: InboundCommand): SetName | null {
  if (command.type === 'giveUp') return command.set;
  const { connection, message } = command;
  const { from, to, concatenation } = message;
  return isPartOfMany(message)
    ? { connection, from, to, reference: concatenation!.reference, total: concatenation!.total }
    : null;
}

type Whole = Pick<InboundRow, 'connection' | 'from' | 'to' | 'text' | 'complete' | 'dedupeKey'>;
interface View {
  seen: Set<string>;
  sets: Map<string, PartSet>;
  changedSets: Set<PartSet>;
}

/** The message that a command completes; null when there is none yet, or it was stored before. */
function wholeOf(command: InboundCommand, { seen, sets, changedSets }: View): Whole | null {
  const name = setNameOf(command);
  const set = name === null ? null : sets.get(setKey(name))!;
  if (command.type === 'giveUp') {
    const { connection, from, to, parts } = set!;
    const isReported = [...parts.values()].every(({ joined }) => joined);
    const text = join(set!);
    parts.clear();
    changedSets.add(set!);
    return isReported ? null : { connection, from, to, text, complete: false, dedupeKey: null };
  }
  const { connection, message } = command;
  const { from, to, text, dedupeKey, concatenation } = message;
  if (set !== null) {
    const added = addPart(set, concatenation!.number, text);
    if (added !== 'repeated') changedSets.add(set);
    return typeof added === 'string'
      ? null
      : { connection, from, to, text: added.text, complete: true, dedupeKey: null };
  }
  if (dedupeKey !== null) {
    if (seen.has(seenKey(connection, dedupeKey))) return null;
    seen.add(seenKey(connection, dedupeKey));
  }
  return { connection, from, to, text, complete: true, dedupeKey };
}

/** One for each app that the message is for, at least one. */
async function rowsOf(
  connection: Connection,
  whole: Whole,
  { nextId, routing }: InboundDeps,
): Promise<InboundRow[]> {
  const { apps: listed, keyword, consent } = routing().inboundOf(whole.to, whole.text);
  // To a name nobody writes: the carrier tells of an opt-out, and means whoever wrote under that
  // name.
  const isOfName = consent === 'stop' && !isDigits(whole.to) && isDigits(whole.from);
  const apps = listed.length === 0 && isOfName ? await loadAppsThatSent(connection, whole) : listed;
  const isUnclear = routing().internationalOf(whole.connection, whole.from) === null;
  const rows: InboundRow[] = [];
  for (const appId of apps.length === 0 ? [null] : apps) {
    // A repetition is noticed by the first.
    const dedupeKey = rows.length === 0 ? whole.dedupeKey : null;
    rows.push({
      ...whole,
      dedupeKey,
      id: await nextId(),
      appId,
      accountId: null,
      keyword,
      consent,
      isUnclear,
    });
  }
  return rows;
}

/** Finds the apps and makes their callbacks. */
async function assign(
  connection: Connection,
  rows: InboundRow[],
  deps: InboundDeps,
): Promise<CallbackWrite[]> {
  const apps = await loadInboundApps(connection, [
    ...new Set(rows.flatMap(({ appId }) => appId ?? [])),
  ]);
  const about = { now: new Date(deps.now()), leaseOwner: deps.leaseOwner };
  return rows.flatMap((row) => {
    const app = row.appId === null ? undefined : apps.get(row.appId);
    // An app that does not exist is as good as none.
    row.appId = app?.id ?? null;
    row.accountId = app?.accountId ?? null;
    return app === undefined ? [] : (composeInboundCallback(row, app, about) ?? []);
  });
}

interface Stored {
  rows: InboundRow[];
  sets: PartSet[];
  callbacks: CallbackWrite[];
}

async function store(
  connection: Connection,
  { rows, sets, callbacks }: Stored,
  leaveMark: () => Promise<unknown>,
): Promise<void> {
  const writes: Promise<unknown>[] = [leaveMark()];
  if (sets.length > 0) writes.push(...storePartSets(connection, sets));
  if (rows.length > 0) writes.push(storeInbound(connection, rows));
  const consents = consentsOf(rows);
  const stopped = consents.filter(({ consent }) => consent === 'stop');
  const started = consents.filter(({ consent }) => consent === 'start');
  if (stopped.length > 0) writes.push(insertOptOuts(connection, stopped, 'inbound'));
  if (started.length > 0) writes.push(deleteOptOuts(connection, started));
  if (callbacks.length > 0) writes.push(insertCallbacks(connection, callbacks));
  writes.push(connection.query({ name: 'commit', text: 'commit' }));
  await settleAll(writes);
}

const isDigits = (address: string): boolean => /^\d{1,15}$/.test(address);

/**
 * What each writer said to each app last. A name is no number that could be written to, and a
 * number of several countries would match nobody.
 */
function consentsOf(rows: readonly InboundRow[]): (OptOutKey & { consent: 'stop' | 'start' })[] {
  const last = new Map<string, OptOutKey & { consent: 'stop' | 'start' }>();
  for (const { appId, from, consent, isUnclear } of rows)
    if (appId !== null && consent !== null && !isUnclear && isDigits(from))
      last.set(`${appId} ${from}`, { appId, msisdn: from, consent });
  return [...last.values()];
}

/** Opt-outs and answers need the whole number, in whatever form the carrier brought it. */
const withCountry = (message: SmsInbound, connection: string, routing: Routing): SmsInbound => ({
  ...message,
  from: routing.internationalOf(connection, message.from) ?? message.from,
});

/**
 * Without what the database refuses and no phone shows, and no longer than it can be; numbers as
 * digits.
 */
function cleaned(message: SmsInbound): SmsInbound {
  const cut = (text: string, unitsMax: number) => text.slice(0, unitsMax).replaceAll('\0', '');
  const clean = (text: string, unitsMax = addressUnitsMax) => cut(text, unitsMax).toWellFormed();
  const digits = (address: string) => {
    const [, number] = /^\+?(\d+)$/.exec(phoneText(clean(address))) ?? [];
    return number ?? clean(address);
  };
  const { from, to, text, dedupeKey } = message;
  return {
    ...message,
    from: digits(from),
    to: digits(to),
    text: isPartOfMany(message)
      ? heldHalves(cut(text, partUnitsMax))
      : clean(text, smsContentUnitsMax),
    dedupeKey: dedupeKey === null ? null : clean(dedupeKey),
  };
}
