// Gives back what an issuer has set aside, and takes back a payment of which it is not known
// whether it was executed.

import { failed, objectFromWire, textMember, gaveUp } from '@jokko/connectors/kit';
import type { Context, Intent, ProviderError, QueryOutcome, Refs } from '@jokko/connectors/kit';
import type { CybersourceConfig } from './config.ts';
import { post } from './call.ts';
import { amountDetails, paymentsPath, transactionIdOf } from './operations.ts';
import { reasonIn } from './read-reason.ts';

/**
 * Failed and reversed; null when CyberSource did not say so. An authorisation can be reversed once:
 * a second call says that it was.
 */
export async function reverse(
  context: Context<CybersourceConfig>,
  intent: Intent,
  refs: Refs,
  error: ProviderError,
): Promise<QueryOutcome | null> {
  const path = `${paymentsPath}/${encodeURIComponent(refs.theirs ?? '')}/reversals`;
  const body = JSON.stringify({
    clientReferenceInformation: { code: undoCode(refs) },
    reversalInformation: { amountDetails: amountDetails(intent), reason: 'not taken' },
  });
  const status = await statusOf(context, path, body);
  return status === 'REVERSED' || status === 'AUTH_ALREADY_REVERSED' ? reversed(refs, error) : null;
}

/**
 * Voids a sale by our own id of its request. Null when CyberSource did not say what became of it.
 */
export async function voidByOurId(
  context: Context<CybersourceConfig>,
  refs: Refs,
  error: ProviderError,
): Promise<QueryOutcome | null> {
  const clientReferenceInformation = {
    code: undoCode(refs),
    transactionId: transactionIdOf(refs.ours),
  };
  const body = JSON.stringify({ clientReferenceInformation });
  switch (await statusOf(context, '/pts/v2/voids', body)) {
    case 'VOIDED':
    case 'REVERSED':
    // By a call of ours before this one, whose answer was lost.
    case 'CAPTURE_ALREADY_VOIDED':
    case 'AUTH_ALREADY_REVERSED':
      return reversed(refs, error);
    // It knows no such request, minutes after it would have come. Any other refusal may mean a sale
    // that cannot be voided any more.
    case 'NOT_FOUND':
      return failed(refs, error);
    default:
      return null;
  }
}

/** The status of a success, or the reason of a refusal. */
async function statusOf(
  context: Context<CybersourceConfig>,
  path: string,
  body: string,
): Promise<string | undefined> {
  const result = await post(context, path, body);
  if (result.kind !== 'answer' || gaveUp(result.status)) return undefined;
  const object = objectFromWire(result.body);
  if (object === null) return undefined;
  return result.status === 201 ? textMember(object, 'status') : reasonIn(object);
}

/** Its own code, so that a search for the payment does not find it. */
const undoCode = ({ ours }: Refs): string => `${ours}-undo`;

const reversed = (refs: Refs, error: ProviderError): QueryOutcome => ({
  kind: 'failed',
  refs,
  error,
  executed: 'reversed',
});
