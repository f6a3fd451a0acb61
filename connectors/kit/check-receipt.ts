// Checks that what a connector made of a notice is a receipt.

import { outcomeProblem } from './check-outcome.ts';
import { asObject } from './wire-json.ts';

const eventsMax = 100;
const bodyMaxChars = 65_536;
const dedupeKeyMaxChars = 300;

/** What is wrong with it; null: nothing. */
export function receiptProblem(value: unknown): string | null {
  const receipt = asObject(value);
  const reply = asObject(receipt?.['reply']);
  if (receipt === null || reply === null) return '`reply` is missing';
  const { status, body, contentType } = reply;
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599)
    return '`reply.status` must be an HTTP status';
  if (body !== undefined && (typeof body !== 'string' || body.length > bodyMaxChars))
    return `\`reply.body\` must be a text of at most ${bodyMaxChars} characters`;
  if (contentType !== undefined && !/^[\w./+; =-]{1,100}$/.test(String(contentType)))
    return '`reply.contentType` is none';
  const { events } = receipt;
  if (!Array.isArray(events) || events.length > eventsMax)
    return `\`events\` must be a list of at most ${eventsMax}`;
  for (const event of events) {
    const problem = eventProblem(event);
    if (problem !== null) return `event: ${problem}`;
  }
  return null;
}

function eventProblem(value: unknown): string | null {
  const event = asObject(value);
  const match = asObject(event?.['match']);
  if (event === null || match === null) return '`match` is missing';
  const names = [match['ours'], match['theirs']].filter((each) => each !== undefined);
  if (names.length === 0 || !names.every((each) => typeof each === 'string' && each !== ''))
    return '`match` must name our reference or theirs';
  if (typeof event['authenticated'] !== 'boolean') return '`authenticated` must be true or false';
  const { dedupeKey, outcome } = event;
  if (typeof dedupeKey !== 'string' || dedupeKey === '' || dedupeKey.length > dedupeKeyMaxChars)
    return '`dedupeKey` must be a text';
  if (outcome === undefined) return null;
  const refs = asObject(asObject(outcome)?.['refs']);
  // In a notice that names only their reference, ours is what the connector repeats.
  const ours = match['ours'] ?? refs?.['ours'];
  return outcomeProblem(outcome, typeof ours === 'string' ? ours : '', [
    'pending',
    'succeeded',
    'failed',
    'unknown',
    'absent',
    'reversed',
  ]);
}
