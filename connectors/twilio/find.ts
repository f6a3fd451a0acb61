// Finds a message whose answer was lost in Twilio's list. Twilio knows no reference of ours, so a
// message is taken for ours only when all that the list tells fits it and no other one does.

import { listMember, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { HttpResult, JsonObject, SmsPart } from '@jokko/connectors/kit';
import { accepted, phoneDigits } from '@jokko/connectors/kit/carrier';
import type { Found, Submitted } from '@jokko/connectors/kit/carrier';
import { shownSender } from './call.ts';

/** Twilio's times are whole seconds. */
const toleranceMs = 2_000;

interface Sought {
  part: SmsPart;
  /** Of this connection; null: Twilio chose the sender. */
  from: string | null;
  submitted: Submitted;
  /** By `performance.now()`. */
  nowMs: number;
  /** Ids of messages that are certainly others. */
  taken: { has(id: string): boolean };
}

export function readFound(result: HttpResult, sought: Sought): Found {
  if (result.kind !== 'answer' || result.status !== 200) return { kind: 'unknown' };
  const body = objectFromWire(result.body);
  // Ages are differences on Twilio's own clock.
  const answeredAt = Date.parse(result.headers['date'] ?? '');
  if (body === null || !Array.isArray(body['messages']) || Number.isNaN(answeredAt))
    return { kind: 'unknown' };
  const ids = listMember(body, 'messages')
    .filter((message) => fits(message, answeredAt, sought))
    .map((message) => textMember(message, 'sid'));
  const [id] = ids;
  if (ids.length === 0) return { kind: 'absent' };
  return ids.length > 1 || id === undefined
    ? { kind: 'unknown' }
    : { kind: 'read', reading: accepted(id) };
}

function fits(message: JsonObject, answeredAt: number, sought: Sought): boolean {
  const { part, from, submitted, nowMs, taken } = sought;
  const ageMs = answeredAt - Date.parse(textMember(message, 'date_created') ?? '');
  return (
    phoneDigits(textMember(message, 'to')) === part.to &&
    message['body'] === part.text &&
    (from === null || message['from'] === shownSender(from)) &&
    (textMember(message, 'direction') ?? '').startsWith('outbound') &&
    ageMs >= -toleranceMs &&
    ageMs <= nowMs - submitted.sentMs + toleranceMs &&
    !taken.has(textMember(message, 'sid') ?? '')
  );
}
