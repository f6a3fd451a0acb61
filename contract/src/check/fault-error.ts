// Maps a fault in a field to its entry of the error catalogue. Few faults have one: the others are
// plain invalid fields (4022 without errorType).
import { errorIds } from '../error-catalogue.ts';
import type { ErrorId } from '../error-catalogue.ts';
import type { FieldFault } from '../field-problem.ts';

const redirectFields = new Set(['bankAuthRedirectUrl', 'successRedirectUrl', 'errorRedirectUrl']);

/**
 * The catalogue id of a fault: impossible phone, redirect URL without https, withdrawal code that
 * is no string of digits; else null.
 */
export function errorIdOfFault(fault: FieldFault): ErrorId | null {
  if (fault.problem === 'invalidPhone') return errorIds.invalidPhone;
  if (fault.problem === 'notHttps')
    return redirectFields.has(fault.field) ? errorIds.redirectUrl : null;
  return fault.field === 'referenceNumber' && fault.problem === 'notDigits'
    ? errorIds.referenceInvalid
    : null;
}
