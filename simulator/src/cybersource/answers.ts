// Answers of the CyberSource API that are not about one payment, and what each failure of the book
// is called there.

import { codeOfError, textOfError } from '../core/catalogue.ts';
import { decidingDigits } from '../core/digits.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import type { Operation } from '../core/operation.ts';

export interface Answer {
  status: number;
  body: unknown;
}

interface Fault {
  reason: string;
  message: string;
  details: readonly { field: string; reason: string }[];
}

/** A refused request: nothing was executed. */
export const badRequest = (reason: string, message: string): Answer =>
  invalid(400, { reason, message, details: [] });

export const missing = (field: string): Answer => ofField('MISSING_FIELD', field);

/** The member is there, and of a wrong form. */
export const wrong = (field: string): Answer => ofField('INVALID_DATA', field);

export const notFound = (): Answer =>
  invalid(404, { reason: 'NOT_FOUND', message: 'no such transaction', details: [] });

const ofField = (reason: string, field: string): Answer =>
  invalid(400, {
    reason,
    message: 'One or more fields in the request are missing or invalid.',
    details: [{ field, reason }],
  });

const invalid = (status: number, fault: Fault): Answer => ({
  status,
  body: { submitTimeUtc: new Date().toISOString(), status: 'INVALID_REQUEST', ...fault },
});

/** Catalogue code → reason, and its number in the transaction search. */
const reasons: { [catalogueCode: string]: readonly [reason: string, number: string] } = {
  bank_card_expired: ['EXPIRED_CARD', '202'],
  customer_balance_low: ['INSUFFICIENT_FUND', '204'],
  insufficient_balance: ['INSUFFICIENT_FUND', '204'],
  partial_3ds_authentification: ['CONSUMER_AUTHENTICATION_FAILED', '476'],
  operator_down_time: ['ISSUER_UNAVAILABLE', '207'],
  execution_error: ['PROCESSOR_ERROR', '236'],
};

const unheardOfNumber = '999';

const reasonOf = (operation: Operation): readonly [reason: string, number: string] =>
  isUnheardOf(operation)
    ? [unheardOfWords.cybersource, unheardOfNumber]
    : (reasons[codeOfError(operation.errorId)] ?? ['PROCESSOR_DECLINED', '233']);

export const reasonNumber = (operation: Operation): string => reasonOf(operation)[1];

export function errorInformation(operation: Operation): { [member: string]: string } {
  const isAsked = decidingDigits([operation.party.slice(-4)]) !== 0 && !isUnheardOf(operation);
  return {
    reason: reasonOf(operation)[0],
    message: textOfError(operation.errorId),
    ...(isAsked ? { catalogueId: String(operation.errorId) } : {}),
  };
}
