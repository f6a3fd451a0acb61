// Reads the answer to a void or a refund.

import type { JsonObject } from '@jokko/connectors/kit';
import { pending, succeeded, textMember } from '@jokko/connectors/kit';
import { refusal, withClaims } from './read-payment.ts';
import type { Reader, Reading } from './read-payment.ts';

/** Null when it is none. */
export function readGivenBack(reader: Reader, object: JsonObject): Reading | null {
  const theirs = textMember(object, 'id');
  if (theirs === undefined) return null;
  const refs = { ...reader.refs, theirs };
  const status = textMember(object, 'status') ?? '';
  switch (status) {
    case 'VOIDED':
    case 'REVERSED':
      return withClaims(succeeded(refs), object);
    // Taken, and on its way with the next settlement.
    case 'PENDING':
    case 'TRANSMITTED':
      return withClaims(pending(refs, 'provider'), object);
    case 'DECLINED':
    case 'INVALID_REQUEST':
      return refusal(reader, object, refs);
    default:
      return { kind: 'unlisted', code: `status ${status}` };
  }
}
