// Decides what answers, receipts and ends change, on rows in memory; record-store.ts writes the
// result.

import { normalPartId } from '@jokko/connectors/kit';
import { isRefundable, type Routing } from '../routing/index.ts';
import type { Answered, LeaseInFlight, Command, NewPart } from './command.ts';
import { messageKey } from './message.ts';
import { plainId } from './part-id.ts';
import {
  attachPart,
  belongsToAnother,
  noteReceipt,
  takeFromOwner,
  type PartChanges,
} from './parts.ts';
import { noteDelivered, receiveReceipt } from './receive.ts';
import { hasLostAnswer, neverLeaves } from './reasons.ts';
import { partKey, type Loaded, type StoredMessage } from './record-load.ts';
import {
  decideUnknownOutcome,
  resendAfter,
  type ConnectionTraits,
  type MessageOutcome,
} from './message-outcome.ts';

type Late = Extract<Command, { type: 'late' }>;

export interface Changes extends PartChanges {
  messages: Set<StoredMessage>;
  /** Receipts that wait for their answer, and their connections. */
  unmatched: Map<Command, string>;
  /** Receipts that by our reference are about another message than the one that has their id. */
  misplaced: Set<Command>;
  /** Accounts of messages that a command changes beside its own. */
  otherAccounts: Map<Command, number>;
  /** UNKNOWN from now on, since an answer was lost, or waiting to be sent again for that. */
  lostAnswers: StoredMessage[];
  /** To be given their price back. */
  refunds: StoredMessage[];
  /** Leases whose last message has its outcome now. */
  endedLeases: bigint[];
  /** How many messages of each lease are recorded by this. */
  recorded: Map<LeaseInFlight, number>;
  /** Connections whose queue has grown. */
  queued: Set<string>;
}

export interface DecideDeps {
  routing: Routing;
  now: Date;
  /** What the connector says of a connection; undefined: it cannot be used. */
  traitsOf(connection: string): ConnectionTraits | undefined;
}

/** Decides all commands in their order. Changes `loaded`. */
export function decideCommands(
  commands: readonly Command[],
  loaded: Loaded,
  deps: DecideDeps,
): Changes {
  const changes: Changes = {
    messages: new Set(),
    changed: new Set(),
    removed: new Set(),
    contradictions: 0,
    unmatched: new Map(),
    misplaced: new Set(),
    otherAccounts: new Map(),
    lostAnswers: [],
    refunds: [],
    endedLeases: [],
    recorded: new Map(),
    queued: new Set(),
  };
  for (const command of commands) {
    decideOne(command, loaded, changes, deps);
    if ('lease' in command)
      changes.recorded.set(command.lease, (changes.recorded.get(command.lease) ?? 0) + 1);
  }
  for (const [lease, recorded] of changes.recorded)
    if (recorded >= lease.open) changes.endedLeases.push(lease.id);
  for (const message of changes.messages) {
    if (message.dueAt !== null) changes.queued.add(message.connection);
    if (losesAnswer(message)) changes.lostAnswers.push(message);
    if (!isRefundDue(message)) continue;
    message.refunded = true;
    changes.refunds.push(message);
  }
  return changes;
}

function decideOne(command: Command, loaded: Loaded, changes: Changes, deps: DecideDeps): void {
  if (command.type === 'receipt') {
    const { connection, receipt } = command;
    if (receipt.state === 'enroute') return;
    const part = noteReceipt(loaded, changes, connection, receipt, receipt.state);
    if (part === null) return;
    if (part === "another's") return void changes.misplaced.add(command);
    if (part.owner === null) return void changes.unmatched.set(command, connection);
    const message = loaded.messages.get(messageKey(part.owner));
    if (message === undefined) return;
    changes.messages.add(message);
    receiveReceipt(message, part.owner.part, plainId(part.id), receipt.state);
    return;
  }
  const message = loaded.messages.get(messageKey(command.key));
  if (message === undefined) return;
  if (command.type === 'answered') return recordAnswer(command, message, loaded, changes, deps);
  if (command.type === 'late') return recordLate(command, message, loaded, changes, deps);
  if (isChangedBy(command, message, deps)) changes.messages.add(message);
}

/** Applies a command that is about nothing but its message. */
function isChangedBy(
  command: Extract<Command, { type: 'close' | 'reroute' | 'lost' | 'forgotten' }>,
  message: StoredMessage,
  deps: DecideDeps,
): boolean {
  switch (command.type) {
    case 'close':
      if (message.state !== command.from) return false;
      end(message, command.to, command.reason, command.neverLeft);
      message.leaseId = null;
      return true;
    case 'reroute':
      if (
        message.state !== 'ACCEPTED' ||
        message.connection !== command.from ||
        !isCertainlyUnsent(message)
      )
        return false;
      message.connection = command.to;
      message.partIds = [];
      return true;
    case 'lost':
    case 'forgotten':
      if (message.leaseId !== command.lease.id) return false;
      message.leaseId = null;
      if (message.state === 'SENDING')
        applyMessageOutcome(message, outcomeOfUnsent(command, message, deps), deps.now);
      // Its receipts may have come while it was being sent.
      noteDelivered(message);
      return true;
  }
}

/** Whether the operator has certainly taken no part of it. */
export function isCertainlyUnsent({
  partIds,
  reason,
}: Pick<StoredMessage, 'partIds' | 'reason'>): boolean {
  return reason !== 'sent_again' && partIds.every((id) => id === null);
}

function recordAnswer(
  { lease, messageOutcome, newParts, partsTotal, connection }: Answered,
  message: StoredMessage,
  loaded: Loaded,
  changes: Changes,
  deps: DecideDeps,
): void {
  const isTaken = ({ id, isInferred }: NewPart): boolean =>
    isInferred === true && belongsToAnother(loaded, message, connection, normalPartId(id));
  const known = newParts.filter((each) => !isTaken(each));
  // Else it comes late: the message was taken for lost, and is perhaps being sent again. The ids
  // are kept all the same.
  const isCurrent = message.leaseId === lease.id;
  const isFirst = message.partIds.length === 0 && message.connection === connection;
  if (message.partIds.length !== partsTotal && (isCurrent || isFirst))
    // Ids that came late for parts of it are kept.
    message.partIds = Array.from(
      { length: partsTotal },
      (_, part) => message.partIds[part] ?? null,
    );
  const waited = known.flatMap(({ part, id }) => {
    const normal = normalPartId(id);
    const receipt =
      attachPart(loaded, changes, message, connection, part, normal) ??
      unknownBefore(loaded, message, connection, normal);
    // The first id that is known stays: one receipt for each part is counted.
    if (message.partIds.length === partsTotal) message.partIds[part] ??= normal;
    return receipt === null ? [] : [{ part, id: normal, receipt }];
  });
  if (isCurrent) {
    message.leaseId = null;
    if (message.state === 'SENDING')
      applyMessageOutcome(
        message,
        known.length < newParts.length && mayGoOn(messageOutcome)
          ? unknownOutcome('answer_timeout', message, deps)
          : messageOutcome,
        deps.now,
      );
  } else holdBack(message, deps);
  for (const { part, id, receipt } of waited) receiveReceipt(message, part, id, receipt);
  noteDelivered(message);
  changes.messages.add(message);
}

/** Everything but an end; of a part whose id is another message's nobody knows whether it left. */
const mayGoOn = ({ to }: MessageOutcome): boolean => to === 'SENT' || to === 'ACCEPTED';

/**
 * What the operator said of a part before its answer came: that it knows no outcome says nothing of
 * a message that is being sent.
 */
function unknownBefore(
  { parts }: Loaded,
  message: StoredMessage,
  connection: string,
  id: string,
): 'unknown' | null {
  const part = parts.get(partKey(connection, id));
  const isOwn = part?.owner != null && messageKey(part.owner) === messageKey(message);
  return isOwn && part.receipt === 'unknown' ? 'unknown' : null;
}

/** Its state stays what it is: the receipt will resolve it. */
function recordLate(
  command: Late,
  message: StoredMessage,
  loaded: Loaded,
  changes: Changes,
  deps: DecideDeps,
): void {
  const { connection, part, isOnly, id, ofReceipt, isNamed } = command;
  const { partIds, state } = message;
  const hasId = (partIds[part] ?? null) !== null;
  // Sent over another connection meanwhile, or the part has an id: nothing waits for this one.
  if (message.connection !== connection || (hasId && isNamed !== true)) return;
  // How many parts there are is known once any answer was recorded.
  if (part >= partIds.length && !isOnly && state !== 'SENDING') return;
  const normal = normalPartId(id);
  if (isNamed === true) takeFromOther(command, message, loaded, changes);
  // Somebody else was quicker with the receipt.
  if (ofReceipt === true && loaded.parts.get(partKey(connection, normal))?.owner !== null) return;
  const receipt = attachPart(loaded, changes, message, connection, part, normal);
  // It was sent twice, and this is what was lost: nothing more is told of it.
  if (hasId) return;
  message.partIds = Array.from({ length: Math.max(partIds.length, part + 1) }, (_, at) =>
    at === part ? normal : (partIds[at] ?? null),
  );
  holdBack(message, deps);
  if (receipt !== null) receiveReceipt(message, part, normal, receipt);
  noteDelivered(message);
  changes.messages.add(message);
}

/** It waits to be sent again, and was taken the first time: nothing of it is. */
function holdBack(message: StoredMessage, { now, traitsOf }: DecideDeps): void {
  const { state, reason, partIds, connection } = message;
  if (state !== 'ACCEPTED' || reason !== 'sent_again' || partIds.includes(null)) return;
  const isLast = traitsOf(connection)?.receipts === false;
  applyMessageOutcome(
    message,
    isLast ? { to: 'SENT', reason: 'receipts_off' } : { to: 'SENT' },
    now,
  );
  message.dueAt = null;
}

/** The message that has the id by mistake has lost its answer. */
function takeFromOther(
  command: Late,
  message: StoredMessage,
  loaded: Loaded,
  changes: Changes,
): void {
  const id = normalPartId(command.id);
  if (!belongsToAnother(loaded, message, command.connection, id)) return;
  const other = takeFromOwner(loaded, changes, command.connection, id);
  if (other === null) return;
  // Also one that is queued for its other parts, or being sent: nobody knows whether the part left
  // that had the id.
  other.leaseId = null;
  end(other, 'UNKNOWN', 'answer_timeout');
  changes.messages.add(other);
  changes.otherAccounts.set(command, other.accountId);
}

function outcomeOfUnsent(
  command: Extract<Command, { type: 'lost' | 'forgotten' }>,
  message: StoredMessage,
  deps: DecideDeps,
): MessageOutcome {
  const { connection, reason } = message;
  if (command.type === 'forgotten') return { to: 'ACCEPTED', connection, dueAt: deps.now, reason };
  const splits = deps.traitsOf(connection)?.splits;
  // Nothing of it was recorded: as many receipts may come as parts were sent.
  if (message.partIds.length === 0 && command.batch !== null && splits !== undefined)
    message.partIds = Array.from({ length: splits ? command.batch.parts : 1 }, () => null);
  return unknownOutcome('node_lost', message, deps, command.batch?.validUntilMs);
}

const unknownOutcome = (
  why: NonNullable<StoredMessage['reason']>,
  message: StoredMessage,
  { routing, now, traitsOf }: DecideDeps,
  validUntilMs = Infinity,
): MessageOutcome =>
  decideUnknownOutcome(message, why, {
    now,
    resendAfterMs: resendAfter(
      traitsOf(message.connection),
      routeOf(message, routing),
      validUntilMs - now.getTime(),
    ),
  });

function applyMessageOutcome(
  message: StoredMessage,
  messageOutcome: MessageOutcome,
  now: Date,
): void {
  switch (messageOutcome.to) {
    case 'SENT':
      message.state = 'SENT';
      message.reason = messageOutcome.reason ?? null;
      message.sentAt = now;
      return;
    case 'ACCEPTED':
      // Another connection may cut the text otherwise; nothing of it was taken by this one.
      if (messageOutcome.connection !== message.connection) message.partIds = [];
      message.state = 'ACCEPTED';
      message.connection = messageOutcome.connection;
      message.dueAt = messageOutcome.dueAt;
      message.deferred ||= messageOutcome.deferred === true;
      message.reason = messageOutcome.reason;
      return;
    default:
      end(message, messageOutcome.to, messageOutcome.reason, messageOutcome.neverLeft);
  }
}

function end(
  message: StoredMessage,
  state: 'REJECTED' | 'EXPIRED' | 'UNKNOWN',
  reason: StoredMessage['reason'],
  neverLeft = neverLeaves(reason),
): void {
  // It was perhaps sent before, and what ends it is about the second time alone.
  if (message.reason === 'sent_again' && state !== 'UNKNOWN')
    return end(message, 'UNKNOWN', 'answer_timeout', false);
  message.neverLeft = neverLeft && isCertainlyUnsent(message);
  message.state = state;
  message.reason = reason;
  message.dueAt = null;
}

const losesAnswer = ({ state, stateBefore, reason }: StoredMessage): boolean =>
  stateBefore !== state &&
  ((state === 'UNKNOWN' && hasLostAnswer(reason)) ||
    (state === 'ACCEPTED' && reason === 'sent_again'));

/**
 * Once: in the commit that ends what never left, else of the first state that the policy names
 * under which it was accepted.
 */
function isRefundDue({
  refunded,
  price,
  state,
  stateBefore,
  neverLeft,
  refundStates,
}: StoredMessage): boolean {
  if (refunded || price === 0n || state === stateBefore) return false;
  return neverLeft || isRefundable(refundStates, state);
}

/** Null when the routing does not know the number any more. */
export function routeOf(
  { msisdn, operator }: { msisdn: string; operator: string },
  routing: Routing,
) {
  const found = routing.routeOf(msisdn, operator);
  return found.ok ? found.route : null;
}
