// State of a message while its parts are being submitted: what each part carries, what was
// answered, and what follows when the last answer is there.

import { defined } from '@jokko/contract';
import type { SmsPart, SmsSubmitOutcome } from '@jokko/connectors/kit';
import { connectionFor, otherConnectionFor, senderFor, type Routing } from '../routing/index.ts';
import type { BatchText } from './batch-texts.ts';
import { hindranceOf, type Circumstances, type IsUp } from './before-sending.ts';
import type { LeasedMessage } from './lease.ts';
import type { Answered, LeaseInFlight } from './command.ts';
import { routeOf } from './record.ts';
import {
  decideOutcome,
  resendAfter,
  type ConnectionTraits,
  type MessageOutcome,
} from './message-outcome.ts';
import { ourReference } from './our-reference.ts';

export interface Sending {
  message: LeasedMessage;
  lease: LeaseInFlight;
  batch: BatchText;
  /** Shown for the batch's on this connection. */
  sender: string;
  /** As the connection takes them. */
  parts: readonly string[];
  traits: ConnectionTraits;
  /** Parts that are to be submitted: those that the operator did not take before. */
  pending: number[];
  outcomes: (SmsSubmitOutcome | null)[];
  /** Parts without an answer. */
  open: number;
  /** Why nothing of it is submitted now, as it stands; null: it is. */
  hindrance: MessageOutcome | null;
  /** Its time ended before any part of it left. */
  isExpired: boolean;
}

const referencesMax = 65_535;

export function startSending(
  message: LeasedMessage,
  lease: LeaseInFlight,
  batch: BatchText,
  traits: ConnectionTraits,
  circumstances: Circumstances,
): Sending {
  const parts = traits.splits ? batch.parts : [batch.content];
  const pending = parts.flatMap((_, part) =>
    message.partIds.length === parts.length && message.partIds[part] !== null ? [] : [part],
  );
  const connection = routeOf(message, circumstances.routing)?.connections.find(
    ({ name }) => name === message.connection,
  );
  const shown = connection === undefined ? null : senderFor(connection, batch.sender);
  return {
    message,
    lease,
    batch,
    parts,
    traits,
    pending,
    sender: shown?.ok === true ? shown.sender : batch.sender,
    outcomes: parts.map(() => null),
    open: pending.length,
    hindrance: hindranceOf(message, batch, circumstances, traits),
    isExpired: false,
  };
}

/** `nowMs` on the database's clock. */
export function partOf(
  { message, batch, sender, parts }: Sending,
  part: number,
  nowMs: number,
): SmsPart {
  return {
    from: sender,
    to: message.msisdn,
    text: parts[part]!,
    encoding: batch.encoding,
    ...defined({
      concatenation:
        parts.length === 1
          ? undefined
          : { reference: referenceOf(message), total: parts.length, number: part + 1 },
    }),
    validitySeconds: Math.max(1, Math.floor((batch.validUntilMs - nowMs) / 1_000)),
    ourRef: ourReference(message, part, parts.length),
  };
}

/**
 * The same whenever a part is sent, so that a part that is sent again joins the others. Batch ids
 * are scattered, so these are too.
 */
function referenceOf({ batchId, position }: LeasedMessage): number {
  return 1 + Number((batchId * 31n + BigInt(position)) % BigInt(referencesMax));
}

/** What is to be recorded once every part has its answer. */
export function answerOf(
  { message, lease, batch, outcomes, traits }: Sending,
  routing: Routing,
  nowMs: number,
  isUp: IsUp,
): Answered {
  const { accountId, batchId, position, connection, reason, attempts, dueAt } = message;
  const route = routeOf(message, routing);
  const nextConnection = (): string | null => {
    const next = route === null ? null : connectionFor(route, batch.sender, connection);
    return next?.ok === true ? next.connection.name : null;
  };
  const otherConnection = () =>
    route === null
      ? null
      : (otherConnectionFor(route, batch.sender, connection, isUp)?.name ?? null);
  const policy = {
    now: new Date(nowMs),
    nextConnection,
    otherConnection,
    resendAfterMs: resendAfter(traits, route, batch.validUntilMs - nowMs),
  };
  return {
    type: 'answered',
    key: { accountId, batchId, position },
    lease,
    connection,
    messageOutcome: decideOutcome(
      { connection, outcomes, reason, attempts, dueAt, receipts: traits.receipts },
      policy,
    ),
    newParts: outcomes.flatMap((outcome, part) =>
      outcome?.kind === 'accepted'
        ? [{ part, id: outcome.id, isInferred: outcome.inferred === true }]
        : [],
    ),
    partsTotal: outcomes.length,
    msisdn: message.msisdn,
  };
}

/**
 * Its time is over, and nothing of it has left in this attempt. What has begun to leave goes on.
 */
export const isExpiring = ({ isExpired, open, pending, batch }: Sending, nowMs: number): boolean =>
  !isExpired && open === pending.length && nowMs >= batch.validUntilMs;

/** Its validity ended before it was sent. */
export const expiryOf = (sending: Sending): Answered =>
  endOf(sending, { to: 'EXPIRED', reason: 'validity_over' });

/** What is recorded instead of sending it. */
export function endOf(
  { message, lease, parts }: Sending,
  messageOutcome: MessageOutcome,
): Answered {
  const { accountId, batchId, position, connection } = message;
  return {
    type: 'answered',
    key: { accountId, batchId, position },
    lease,
    connection,
    newParts: [],
    partsTotal: parts.length,
    msisdn: message.msisdn,
    messageOutcome,
  };
}
