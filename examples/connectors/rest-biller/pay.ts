// Pays a bill, and asks what became of a payment.

import {
  amountToWire,
  noted,
  notSent,
  objectFromWire,
  refusedByDigits,
  sandboxDigitsOf,
  textMember,
  gaveUp,
  unclearCause,
  unknown,
  unlisted,
  type Context,
  type HttpResult,
  type Intent,
  type Outcome,
  type Prepared,
  type ProviderError,
  type QueryOutcome,
  type Refs,
} from '@jokko/connectors/kit';
import { failed } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf, type RestBillerConfig } from './config.ts';
import { readPayment, refusalOf } from './read-payment.ts';

type BillerContext = Context<RestBillerConfig>;

/** Pure. Refuses what the biller cannot express: here an amount with decimals. */
export function validate(config: RestBillerConfig, intent: Intent): ProviderError | null {
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  if (digits?.kind === 'refuseNow') return refusedByDigits(digits.catalogueId);
  return null;
}

/** Pure: the bytes are stored before they are sent, so no secret may be in them. */
export function prepare(_config: RestBillerConfig, intent: Intent, ourRef: string): Prepared {
  if (intent.extra.type !== 'bill') throw new Error(`the biller does not do ${intent.kind}`);
  const body = JSON.stringify({
    reference: ourRef,
    account: intent.extra.accountNumber,
    bill: intent.extra.billReference,
    amount: amountToWire(intent.amount),
    currency: intent.currency,
    phone: intent.phone,
    notifyUrl: intent.urls.notify,
  });
  return { refs: { ours: ourRef }, method: 'POST', path: '/payments', body };
}

export async function execute(
  context: BillerContext,
  intent: Intent,
  { path, body, refs }: Prepared,
): Promise<Outcome> {
  const result = await call(context, 'POST', path, body);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  const read = readAnswer(context, refs, result, 'pay');
  const found = read === 'ask' ? await query(context, intent, refs) : read;
  // Directly after sending, "absent" proves nothing, and a payment taken back is for a later status
  // query to find.
  return found.kind === 'absent' || found.kind === 'reversed'
    ? unknown(refs, 'ambiguous', settingsOf(context.config).resolution)
    : found;
}

/** By our own reference, at any time and any number of times. */
export async function query(
  context: BillerContext,
  _intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const result = await call(context, 'GET', `/payments/${encodeURIComponent(refs.ours)}`);
  const found = readAnswer(context, refs, result, 'query');
  return found === 'ask'
    ? unknown(refs, 'ambiguous', settingsOf(context.config).resolution)
    : found;
}

/** What an answer proves. `ask`: the reference is known, and only a status query says as what. */
function readAnswer(
  { config, log }: BillerContext,
  refs: Refs,
  result: HttpResult,
  operation: 'pay' | 'query',
): QueryOutcome | 'ask' {
  const resolve = settingsOf(config).resolution;
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null || gaveUp(result.status))
    return unknown(refs, unclearCause(result), resolve);
  const strange = (code: string) =>
    unlisted(
      log,
      { connector: 'rest-biller', operation, code, httpStatus: result.status },
      refs,
      resolve,
    );
  if (result.status === 200 || result.status === 201) {
    const read = readPayment(object, config.sandbox);
    if (read === null) return unknown(refs, 'ambiguous', resolve);
    return read.kind === 'unlisted'
      ? strange(read.code)
      : noted(
          log,
          { connector: 'rest-biller', operation },
          { ...read.outcome, refs: { ...read.refs, ours: refs.ours } },
        );
  }
  const code = textMember(object, 'code');
  if (code === undefined) return unknown(refs, 'ambiguous', resolve);
  if (result.status === 409 && code === 'REFERENCE_USED') return 'ask';
  if (operation === 'query')
    return result.status === 404 && code === 'PAYMENT_UNKNOWN'
      ? { kind: 'absent', refs: { ours: refs.ours } }
      : strange(code);
  const error = result.status === 422 ? refusalOf(object, config.sandbox) : null;
  return error === null ? strange(code) : failed(refs, error);
}
