// Pays a bill, and asks what became of a payment.

import {
  noted,
  notSent,
  objectFromWire,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
  textMember,
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
import { resolutionOf, type EauxDuSahelConfig } from './config.ts';
import { isWholeFrancs, toFrancs } from './money.ts';
import { readPayment, refusalOf } from './read-payment.ts';

type BillerContext = Context<EauxDuSahelConfig>;

/** Pure. The company takes whole francs of one currency. */
export function validate(config: EauxDuSahelConfig, intent: Intent): ProviderError | null {
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  if (digits?.kind === 'refuseNow') return refusedByDigits(digits.catalogueId);
  if (intent.currency === 'XOF' && isWholeFrancs(intent.amount)) return null;
  return { ...refusalRow(116, 'never'), provider: 'whole CFA francs only' };
}

/** Pure: the bytes are stored before they are sent, so no secret may be in them. */
export function prepare(_config: EauxDuSahelConfig, intent: Intent, ourRef: string): Prepared {
  if (intent.extra.type !== 'bill') throw new Error(`the biller does not do ${intent.kind}`);
  const body = JSON.stringify({
    police: intent.extra.accountNumber,
    facture: intent.extra.billReference,
    montant: toFrancs(intent.amount),
    telephone: intent.phone,
    retour: intent.urls.notify,
  });
  return { refs: { ours: ourRef }, method: 'PUT', path: `/reglements/${ourRef}`, body };
}

export async function execute(
  context: BillerContext,
  intent: Intent,
  { path, body, refs }: Prepared,
): Promise<Outcome> {
  const result = await call(context, 'PUT', path, body);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  const read = readAnswer(context, refs, result, 'pay');
  const found = read === 'ask' ? await query(context, intent, refs) : read;
  // Directly after sending, "absent" proves nothing, and a payment taken back is for a later status query to find.
  return found.kind === 'absent' || found.kind === 'reversed'
    ? unknown(refs, 'ambiguous', resolutionOf(context.config))
    : found;
}

/** By our own reference, at any time and any number of times. */
export async function query(
  context: BillerContext,
  _intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const result = await call(context, 'GET', `/reglements/${encodeURIComponent(refs.ours)}`);
  const found = readAnswer(context, refs, result, 'query');
  return found === 'ask' ? unknown(refs, 'ambiguous', resolutionOf(context.config)) : found;
}

/** What an answer proves. `ask`: the reference is known, and only a status query says as what. */
function readAnswer(
  { config, log }: BillerContext,
  refs: Refs,
  result: HttpResult,
  operation: 'pay' | 'query',
): QueryOutcome | 'ask' {
  const resolve = resolutionOf(config);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null || result.status >= 500)
    return unknown(refs, unclearCause(result), resolve);
  const strange = (code: string) =>
    unlisted(
      log,
      { connector: 'eaux-du-sahel', operation, code, httpStatus: result.status },
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
          { connector: 'eaux-du-sahel', operation },
          { ...read.outcome, refs: { ...read.refs, ours: refs.ours } },
        );
  }
  const code = textMember(object, 'erreur');
  if (code === undefined) return unknown(refs, 'ambiguous', resolve);
  if (result.status === 409 && code === 'REFERENCE_DIFFERENTE') return 'ask';
  if (operation === 'query')
    return result.status === 404 && code === 'REFERENCE_INCONNUE'
      ? { kind: 'absent', refs: { ours: refs.ours } }
      : strange(code);
  const error = result.status === 422 ? refusalOf(code, object, config.sandbox) : null;
  return error === null ? strange(code) : failed(refs, error);
}
