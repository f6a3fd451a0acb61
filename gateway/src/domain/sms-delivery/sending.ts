// What is a message while its parts are being submitted? What each part carries, what was answered, and what follows when the last answer is
// there.

import type { SmsPart, SmsSubmitOutcome } from '@jokko/connector-kit';
import { linkFor, otherLinkFor, senderFor, type Routing } from '../sms-routing/index.ts';
import type { BatchText } from './batch-texts.ts';
import { hindranceOf, type Circumstances, type IsUp } from './before-sending.ts';
import type { ClaimedMessage } from './claim.ts';
import type { Answered, ClaimInHand } from './command.ts';
import { routeOf } from './record.ts';
import { judge, type Verdict } from './verdict.ts';

export interface Sending {
  message: ClaimedMessage;
  claim: ClaimInHand;
  batch: BatchText;
  /** Shown for the batch's on this link. */
  sender: string;
  /** As the link takes them. */
  parts: readonly string[];
  /** Parts that are to be submitted: those that the operator did not take before. */
  pending: number[];
  outcomes: (SmsSubmitOutcome | null)[];
  /** Parts without an answer. */
  open: number;
  /** Why nothing of it is submitted now, as it stands; null: it is. */
  hindrance: Verdict | null;
  /** Its time ended before any part of it left. */
  isExpired: boolean;
}

const referencesMax = 65_535;

/** `splits`: whether the link wants a long text in parts. */
export function startSending(
  message: ClaimedMessage,
  claim: ClaimInHand,
  batch: BatchText,
  splits: boolean,
  circumstances: Circumstances,
): Sending {
  const parts = splits ? batch.parts : [batch.content];
  const pending = parts.flatMap((_, part) => (message.partIds.length === parts.length && message.partIds[part] !== null ? [] : [part]));
  const link = routeOf(message, circumstances.routing)?.links.find(({ name }) => name === message.link);
  const shown = link === undefined ? null : senderFor(link, batch.sender);
  return {
    ...{ message, claim, batch, parts, pending },
    sender: shown?.ok === true ? shown.sender : batch.sender,
    outcomes: parts.map(() => null),
    open: pending.length,
    hindrance: hindranceOf(message, batch, circumstances),
    isExpired: false,
  };
}

/** `nowMs` on the database's clock. */
export function partOf({ message, batch, sender, parts }: Sending, part: number, nowMs: number): SmsPart {
  const { batchId, position, msisdn } = message;
  return {
    from: sender,
    to: msisdn,
    text: parts[part]!,
    encoding: batch.encoding,
    ...(parts.length === 1 ? {} : { concatenation: { reference: referenceOf(message), total: parts.length, number: part + 1 } }),
    validitySeconds: Math.max(1, Math.floor((batch.validUntilMs - nowMs) / 1_000)),
    ourRef: parts.length === 1 ? `${batchId}-${position}` : `${batchId}-${position}-${part + 1}`,
  };
}

/** The same whenever a part is sent, so that a part that is sent again joins the others. Batch ids are scattered, so these are too. */
function referenceOf({ batchId, position }: ClaimedMessage): number {
  return 1 + Number((batchId * 31n + BigInt(position)) % BigInt(referencesMax));
}

/** What is to be recorded once every part has its answer. */
export function answerOf({ message, claim, batch, outcomes }: Sending, routing: Routing, nowMs: number, isUp: IsUp): Answered {
  const { accountId, batchId, position, link, reason, attempts, dueAt } = message;
  const route = routeOf(message, routing);
  const nextLink = (): string | null => {
    const next = route === null ? null : linkFor(route, batch.sender, link);
    return next?.ok === true ? next.link.name : null;
  };
  const otherLink = () => (route === null ? null : (otherLinkFor(route, batch.sender, link, isUp)?.name ?? null));
  const policy = { now: new Date(nowMs), nextLink, otherLink, resendUnknown: route?.resendUnknown ?? false };
  return {
    type: 'answered',
    key: { accountId, batchId, position },
    ...{ claim, link },
    verdict: judge({ link, outcomes, reason, attempts, dueAt }, policy),
    newParts: outcomes.flatMap((outcome, part) => (outcome?.kind === 'accepted' ? [{ part, id: outcome.id }] : [])),
    partsTotal: outcomes.length,
    msisdn: message.msisdn,
  };
}

/** Its time is over, and nothing of it has left in this attempt. What has begun to leave goes on. */
export const isExpiring = ({ isExpired, open, pending, batch }: Sending, nowMs: number): boolean =>
  !isExpired && open === pending.length && nowMs >= batch.validUntilMs;

/** Its validity ended before it was sent. */
export const expiryOf = (sending: Sending): Answered => endOf(sending, { to: 'EXPIRED', reason: 'validity_over' });

/** What is recorded instead of sending it. */
export function endOf({ message, claim, parts }: Sending, verdict: Verdict): Answered {
  const { accountId, batchId, position, link } = message;
  return {
    type: 'answered',
    key: { accountId, batchId, position },
    ...{ claim, link, newParts: [], partsTotal: parts.length, msisdn: message.msisdn },
    verdict,
  };
}

/** The message and part (from 0) of a reference that `partOf` made; null for another's. */
export function ofReference(ourRef: string): { batchId: bigint; position: number; part: number; isOnly: boolean } | null {
  const [, batchId, position, part] = /^(\d{1,19})-(\d{1,9})(?:-(\d{1,3}))?$/.exec(ourRef) ?? [];
  if (batchId === undefined || position === undefined) return null;
  return {
    batchId: BigInt(batchId),
    position: Number(position),
    part: part === undefined ? 0 : Number(part) - 1,
    isOnly: part === undefined,
  };
}
