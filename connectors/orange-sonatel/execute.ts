// Sends a prepared order and reads its answer. Only a documented refusal proves that nothing was
// executed.

import {
  failed,
  notSent,
  objectFromWire,
  pending,
  unclearCause,
  unknown,
  gaveUp,
} from '@jokko/connectors/kit';
import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
  StepInput,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { codeChallenge, linksOf } from './challenge.ts';
import { settingsOf } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';
import { callWithPin } from './encrypted-pin.ts';
import { awaitsCode, cashInPath, isCode, waitForCode } from './operations.ts';
import { wrongCodes } from './outcome-table.ts';
import { codeOf, readRefusal, readTransaction, strange } from './read-answer.ts';
import type { Attempt } from './read-answer.ts';

export async function execute(
  context: Context<OrangeSonatelConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const until = String(context.now() + intent.payerWindowMs);
  if (prepared.path === waitForCode) {
    const refs = { ...prepared.refs, session: awaitsCode, until };
    return pending(refs, 'payer', codeChallenge(context.config, intent.payerWindowMs));
  }
  const attempt = { context, intent, refs: prepared.refs };
  if (prepared.path === cashInPath)
    return read(attempt, await payOut(context, intent, prepared), readTransaction);
  const result = await call(context, {
    method: 'POST',
    path: prepared.path,
    headers: noticeHeaders(context.config, intent),
    body: JSON.parse(prepared.body) as object,
  });
  return read(attempt, result, (_attempt, object) => coded(attempt, object, until));
}

/** The date is that of the sending, and the PIN is in no stored request. */
function payOut(
  context: Context<OrangeSonatelConfig>,
  intent: Intent,
  { path, body }: Prepared,
): Promise<HttpResult> {
  const order = JSON.parse(body) as { partner: object };
  const headers = noticeHeaders(context.config, intent);
  return callWithPin(context, { method: 'POST', path, headers }, (encryptedPinCode) => ({
    ...order,
    partner: { ...order.partner, encryptedPinCode },
    requestDate: new Date(context.now()).toISOString(),
  }));
}

/** A wrong code is refused before anything is executed, so that the payer may type another one. */
export async function executeStep(
  context: Context<OrangeSonatelConfig>,
  intent: Intent,
  prepared: Prepared,
  input: StepInput | null,
): Promise<Outcome> {
  const { refs, path, body } = prepared;
  const otp = input?.otp;
  if (otp === undefined || !isCode(otp)) return notSent(refs, 'the one-time code is gone');
  const payment = JSON.parse(body) as { customer: object };
  const result = await call(context, {
    method: 'POST',
    path,
    headers: noticeHeaders(context.config, intent),
    body: { ...payment, customer: { ...payment.customer, otp } },
  });
  const leftMs = Number(refs['until']) - context.now();
  if (isWrongCode(result) && leftMs > 0)
    return pending(
      { ...refs, session: awaitsCode },
      'payer',
      codeChallenge(context.config, leftMs),
    );
  return read({ context, intent, refs }, result, readTransaction);
}

function isWrongCode(result: HttpResult): boolean {
  if (result.kind !== 'answer' || result.status < 400 || gaveUp(result.status)) return false;
  const object = objectFromWire(result.body);
  return object !== null && wrongCodes.has(codeOf(object));
}

/** Where Orange posts its notices; the key comes back with the older ones. */
function noticeHeaders(
  { noticeKey }: OrangeSonatelConfig,
  { urls }: Intent,
): { [name: string]: string } {
  const address = { 'X-Callback-Url': urls.notify };
  return noticeKey ? { ...address, 'X-Api-Key': noticeKey } : address;
}

function read(
  attempt: Attempt,
  result: HttpResult,
  accepted: (attempt: Attempt, object: JsonObject) => Outcome,
): Outcome {
  const { context, refs } = attempt;
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind === 'answer' && object !== null && Object.keys(object).length > 0) {
    if (result.status >= 200 && result.status < 300) return accepted(attempt, object);
    if (result.status >= 400 && !gaveUp(result.status)) {
      const error = readRefusal(attempt, result.status, object);
      if (error !== null) return failed(refs, error);
    }
  }
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}

/** A code was made: the payer's links, and when they end. */
function coded(attempt: Attempt, object: JsonObject, until: string): Outcome {
  const links = linksOf(attempt.intent, object);
  if (links === null) return strange(attempt, 'no link', 200);
  const refs = { ...attempt.refs, until };
  return pending(refs, 'payer', { ...links, expiresInMs: attempt.intent.payerWindowMs });
}
