// Sends a payment, a request to pay or a return, and reads the answer. Ids are unique at PI-SPI, so
// that what was rejected as a repeat is asked about.

import {
  failed,
  notSent,
  objectFromWire,
  unclearCause,
  unknown,
  unlistedReason,
} from '@jokko/connectors/kit';
import type {
  Context,
  FinalWord,
  Intent,
  Outcome,
  Prepared,
  ProviderError,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { PiSpiConfig } from './config.ts';
import { operationOf, requestsPath } from './operations.ts';
import { confirmed, queryAttempt } from './query.ts';
import { readPayment, readProblem, undecided } from './read-payment.ts';
import type { Attempt } from './read-payment.ts';

export async function execute(
  context: Context<PiSpiConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const attempt = { context, intent, operation: operationOf(intent), refs: prepared.refs };
  const outcome = await send(attempt, prepared);
  // The unlisted reason of a repeat may be that it is one.
  const mayBeRepeated = how === 'replay' && unlistedReason(outcome) !== null;
  return mayBeRepeated ? inquire(attempt, attempt.refs) : outcome;
}

export function executeRefund(
  context: Context<PiSpiConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  return send({ context, intent, operation: 'return', refs: prepared.refs }, prepared);
}

async function send(attempt: Attempt, { method, path, body }: Prepared): Promise<Outcome> {
  const sent = path === requestsPath ? withLimit(attempt, body) : body;
  const result = await call(attempt.context, { method, path, body: sent });
  if (result.kind === 'not_sent') return notSent(attempt.refs, result.cause);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return unclear(attempt, unclearCause(result));
  if (result.status === 200 || result.status === 201) {
    const reading = readPayment(attempt, object);
    if ('inquire' in reading) return inquire(attempt, reading.inquire, reading.word);
    return 'confirm' in reading
      ? settled(attempt, await confirmed(attempt, reading.confirm))
      : reading;
  }
  const problem = readProblem(attempt, result.status, object);
  if (problem === 'inquire') return inquire(attempt, attempt.refs);
  return problem === null ? unclear(attempt, unclearCause(result)) : refused(attempt, problem);
}

const refused = ({ refs }: Attempt, error: ProviderError): Outcome => failed(refs, error);

/** The payer's time begins with the sending. */
function withLimit({ context, intent }: Attempt, body: string): string {
  const dateLimiteReponse = new Date(context.now() + intent.payerWindowMs).toISOString();
  return JSON.stringify({ ...(JSON.parse(body) as object), dateLimiteReponse });
}

/** `word`: why it is asked, where that was said of an order. */
async function inquire(attempt: Attempt, refs: Refs, word?: FinalWord): Promise<Outcome> {
  // The id in a rejected repeat is that of the repeat.
  const { theirs: _repeat, ...known } = refs;
  const found = await queryAttempt({ ...attempt, refs: { ...known, ours: refs.ours } });
  const outcome = settled(attempt, found);
  return outcome.kind === 'unknown' && word !== undefined
    ? undecided(attempt, outcome.refs, word)
    : outcome;
}

/** Directly after sending, "absent" proves nothing. */
function settled(attempt: Attempt, found: QueryOutcome): Outcome {
  return found.kind === 'absent' || found.kind === 'reversed'
    ? unclear(attempt, 'ambiguous')
    : found;
}

function unclear({ context, refs }: Attempt, cause: ReturnType<typeof unclearCause>): Outcome {
  return unknown(refs, cause, settingsOf(context.config).resolution);
}
