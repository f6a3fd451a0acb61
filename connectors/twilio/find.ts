// Finds a message whose answer was lost in Twilio's list. Twilio knows no reference of ours, so a
// message is taken for ours only when all that the list tells fits it and no other one does.

import { listMember, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { HttpResult, JsonObject, SmsPart } from '@jokko/connectors/kit';
import { inferred, phoneDigits } from '@jokko/connectors/kit/carrier';
import type { Found, Submitted } from '@jokko/connectors/kit/carrier';
import { shownSender } from './call.ts';
import type { Memory } from './memory.ts';

/** Twilio's times are whole seconds. */
const toleranceMs = 2_000;

interface Sought {
  part: SmsPart;
  /** Of this connection; null: Twilio chose the sender. */
  from: string | null;
  submitted: Submitted;
  /** By `performance.now()`. */
  nowMs: number;
  /** Of the session. */
  memory: Pick<Memory, 'has' | 'hasRival'>;
}

export function readFound(result: HttpResult, sought: Sought): Found {
  if (result.kind !== 'answer' || result.status !== 200) return { kind: 'unknown' };
  const body = objectFromWire(result.body);
  // Ages are differences on Twilio's own clock.
  const answeredAt = Date.parse(result.headers['date'] ?? '');
  if (body === null || !Array.isArray(body['messages']) || Number.isNaN(answeredAt))
    return { kind: 'unknown' };
  const messages = listMember(body, 'messages');
  const ids = messages
    .filter((message) => fits(message, answeredAt, sought))
    .map((message) => textMember(message, 'sid'));
  // The newest come first: the next page has none of its time where this one ends with an older one.
  const mayBeOnNext =
    textMember(body, 'next_page_uri') !== undefined &&
    !messages.some((message) => ageOf(message, answeredAt) > oldestMs(sought));
  const [id] = ids;
  if (ids.length === 0) return { kind: mayBeOnNext ? 'unknown' : 'absent' };
  return ids.length > 1 ||
    id === undefined ||
    mayBeOnNext ||
    sought.memory.hasRival(sought.part, sought.submitted.sentMs)
    ? { kind: 'unknown' }
    : { kind: 'read', reading: inferred(id) };
}

const ageOf = (message: JsonObject, answeredAt: number): number =>
  answeredAt - Date.parse(textMember(message, 'date_created') ?? '');

/** Age that no message of the part has. */
const oldestMs = ({ submitted, nowMs }: Sought): number => nowMs - submitted.sentMs + toleranceMs;

function fits(message: JsonObject, answeredAt: number, sought: Sought): boolean {
  const { part, from, memory } = sought;
  const ageMs = ageOf(message, answeredAt);
  return (
    phoneDigits(textMember(message, 'to')) === part.to &&
    message['body'] === part.text &&
    (from === null || message['from'] === shownSender(from)) &&
    (textMember(message, 'direction') ?? '').startsWith('outbound') &&
    ageMs >= -toleranceMs &&
    ageMs <= oldestMs(sought) &&
    !memory.has(textMember(message, 'sid') ?? '')
  );
}
