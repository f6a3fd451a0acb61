// Sends a prepared request and classifies its answer. Only a documented refusal proves that nothing
// was executed; any other refusal is looked up under our transaction id.

import type { Context, HttpResult, Intent, Outcome, Prepared } from '@jokko/connectors/kit';
import {
  about,
  encryptPin,
  failed,
  notSent,
  objectFromWire,
  pending,
  succeeded,
  unclearCause,
  unknown,
  gaveUp,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { stranger, timedOut } from './code-table.ts';
import { settingsOf } from './config.ts';
import type { AirtelConfig } from './config.ts';
import { operationOf } from './operations.ts';
import { queryAttempt } from './query.ts';
import { doubtedIn, failureOf, readAnswer, refusal, stageOf, unlistedIn } from './read-answer.ts';
import type { Answer, Attempt } from './read-answer.ts';

/**
 * Sends the stored bytes; a replay is the same call, since the provider takes a transaction id at
 * most once.
 */
export async function execute(
  context: Context<AirtelConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const attempt: Attempt = { context, operation: operationOf(intent), refs: prepared.refs };
  const { currency } = intent;
  const body = withPin(context.config, attempt, prepared.body);
  const result = await call(context, { method: 'POST', path: prepared.path, currency, body });
  if (result.kind === 'not_sent') return notSent(attempt.refs, result.cause);
  if (result.kind === 'lost') return unclear(attempt, result);
  const found = classify(attempt, result);
  // A repeated id is refused, and by which code is not documented: what became of the first
  // decides.
  const mayBeRepeated = how === 'replay' && found.outcome.kind === 'failed';
  if (!mayBeRepeated && !found.ask) return found.outcome;
  const told = await queryAttempt(attempt, currency);
  if (told.kind === 'unknown' && mayBeRepeated) return told;
  return told.kind === 'absent' || told.kind === 'reversed' || told.kind === 'unknown'
    ? found.outcome
    : told;
}

function withPin(config: AirtelConfig, { operation }: Attempt, body: string): string {
  const { pin } = settingsOf(config);
  if (operation !== 'payout' || pin === null) return body;
  const order = JSON.parse(body) as object;
  return JSON.stringify({ ...order, pin: encryptPin(pin.key, pin.text) });
}

type HttpAnswer = Extract<HttpResult, { kind: 'answer' }>;

/** `ask`: the provider answered in its own form something that the table does not decide. */
function classify(attempt: Attempt, result: HttpAnswer): { outcome: Outcome; ask: boolean } {
  const object = objectFromWire(result.body);
  const answer = object === null ? null : readAnswer(attempt, object);
  if (answer === null)
    return {
      outcome:
        result.status === 401 && object !== null
          ? failed(attempt.refs, { ...stranger, provider: 'HTTP 401' })
          : unclear(attempt, result),
      ask: false,
    };
  const { row, refs, claims } = answer;
  if (typeof row === 'object' && isRefusal(result, answer))
    return { outcome: failed(refs, refusal(row, answer)), ask: false };
  if (gaveUp(result.status)) return { outcome: unclear(attempt, result), ask: false };
  if (answer.word === 'TF' || answer.word === 'TE')
    return row === undefined
      ? { outcome: failureOf(attempt, answer), ask: false }
      : { outcome: doubtedIn(attempt, answer), ask: true };
  if (result.status === 200 && row === 'done' && answer.word === 'TS')
    return { outcome: about(succeeded(refs), claims), ask: false };
  if (result.status === 200 && (row === 'done' || row === 'wait'))
    return { outcome: about(pending(refs, stageOf(attempt.operation)), claims), ask: false };
  if (row === undefined)
    return { outcome: unlistedIn(attempt, answer, answer.provider), ask: true };
  return { outcome: unclear(attempt, result), ask: row !== 'missing' };
}

/**
 * A code that may be said of a transaction that goes on refuses nothing, and neither does a broken
 * server.
 */
function isRefusal({ status }: HttpAnswer, answer: Answer): boolean {
  if (answer.forced) return true;
  return !gaveUp(status) && answer.word !== 'TS' && answer.code !== timedOut;
}

function unclear({ context, refs }: Attempt, result: HttpResult): Outcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
