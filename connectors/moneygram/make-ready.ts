// Makes a transaction ready for its commit: finds it, names its people, and checks that it is still
// what was ordered. Nothing moves here, so whatever is not clear was not sent.

import { defined } from '@jokko/contract';
import { amountFromWire, failed, listMember, notSent, textMember } from '@jokko/connectors/kit';
import type { JsonObject, Outcome, Prepared, ProviderError } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { findPayout } from './inquiry.ts';
import {
  amountDiffers,
  detailsMissing,
  noLongerThere,
  onHold,
  quoteNeeded,
} from './outcome-table.ts';
import { partsOf } from './amount-parts.ts';
import { readAnswer, referenceNumberIn, statusIn, transactionIn } from './read-answer.ts';
import type { Answer } from './read-answer.ts';
import type { Attempt } from './read-transaction.ts';

/** The transaction's id, and the path below which it is committed. */
export type Ready = { id: string; path: string } | { outcome: Outcome };

export async function makeReady(attempt: Attempt, prepared: Prepared): Promise<Ready> {
  const found = await findTransaction(attempt, prepared);
  if ('outcome' in found) return found;
  const { context, operation } = attempt;
  const { method, body } = prepared;
  const result = await call(context, { method, path: found.path, body });
  const answer = readAnswer(context, operation, result);
  if (answer.kind !== 'object') return { outcome: notReady(attempt, answer) };
  const object = transactionIn(answer.object);
  const id = textMember(object, 'transactionId');
  if (id !== undefined && id !== found.id)
    return { outcome: notSent(attempt.refs, 'the update of another transaction') };
  if (object['readyForCommit'] === undefined)
    return { outcome: notSent(attempt.refs, 'the update does not say whether it is ready') };
  const fault = faultOf(attempt, object);
  return fault === null ? found : { outcome: failed(attempt.refs, fault) };
}

function notReady(attempt: Attempt, answer: Exclude<Answer, { kind: 'object' }>): Outcome {
  if (answer.kind === 'refused') return failed(attempt.refs, answer.error);
  const { result } = answer;
  const said = result.kind === 'answer' ? `HTTP ${result.status}` : result.cause;
  return notSent(attempt.refs, `before the commit: ${said}`);
}

/**
 * For a remittance that is sent, this is what its quote made; for one that is received, what waits
 * under its number.
 */
async function findTransaction(attempt: Attempt, prepared: Prepared): Promise<Ready> {
  const { refs, context, intent } = attempt;
  if (attempt.operation === 'remit_send') return { id: refs.session ?? '', path: prepared.path };
  const found = await findPayout(context, refs['number'] ?? '');
  if (found.kind !== 'object') return { outcome: notReady(attempt, found) };
  const { object } = found;
  const id = textMember(object, 'transactionId');
  const received = partsOf(object['receiveAmount']);
  if (id === undefined || received === null || referenceNumberIn(object) !== refs['number'])
    return { outcome: notSent(refs, 'before the commit: no usable transaction') };
  const refuse = (error: ProviderError): Ready => ({ outcome: failed(refs, error) });
  if (object['availableForPayout'] !== true) return refuse(whyNotAvailable(object));
  if (received.amount !== intent.amount || received.currency !== intent.currency)
    return refuse({ ...amountDiffers, provider: 'receiveAmount' });
  return { id, path: `${prepared.path}/${encodeURIComponent(id)}` };
}

/** On hold it still waits, and may be paid out later; in any other state it is gone. */
function whyNotAvailable(object: JsonObject): ProviderError {
  const status = statusIn(object);
  const isWaiting = ['AVAILABLE', 'SENT', 'IN_TRANSIT', 'PROCESSING'].includes(status);
  if (!isWaiting) return { ...noLongerThere, provider: status };
  const [reason] = listMember(object, 'subStatus');
  const message = reason === undefined ? undefined : textMember(reason, 'message');
  return { ...onHold, provider: `${status} HOLD`, ...defined({ message }) };
}

/**
 * Why a transaction must not be committed: details are missing, or it costs something else by now.
 */
function faultOf({ intent: { extra } }: Attempt, object: JsonObject): ProviderError | null {
  if (object['readyForCommit'] !== true) {
    const missing = listMember(object, 'fieldsToCollect').flatMap(
      (one) => textMember(one, 'field') ?? [],
    );
    return { ...detailsMissing, provider: 'not ready', message: missing.join(', ').slice(0, 256) };
  }
  const sent = partsOf(object['sendAmount']);
  if (extra.type !== 'remit_send' || sent === null || extra.quote === undefined) return null;
  return sent.total === amountFromWire(extra.quote.total)
    ? null
    : { ...quoteNeeded, provider: 'the price has changed' };
}
