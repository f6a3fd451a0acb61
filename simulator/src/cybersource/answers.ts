// Answers of the CyberSource API that are not about one payment, and what each failure of the book is
// called there.

import { codeOfError, textOfError } from '../core/catalogue.ts';
import { decidingDigits } from '../core/digits.ts';
import type { Operation } from '../core/operation.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** A refused request: nothing was executed. */
export const badRequest = (reason: string, message: string): Answer => ({
  status: 400,
  body: { submitTimeUtc: new Date().toISOString(), status: 'INVALID_REQUEST', reason, message },
});

export const missing = (name: string): Answer => badRequest('MISSING_FIELD', `${name} is missing`);

export const notFound: Answer = {
  status: 404,
  body: { status: 'INVALID_REQUEST', reason: 'NOT_FOUND', message: 'no such transaction' },
};

/** Catalogue code → reason, and its number in the transaction search. */
const reasons: { [catalogueCode: string]: readonly [reason: string, number: string] } = {
  bank_card_expired: ['EXPIRED_CARD', '202'],
  customer_balance_low: ['INSUFFICIENT_FUND', '204'],
  insufficient_balance: ['INSUFFICIENT_FUND', '204'],
  partial_3ds_authentification: ['CONSUMER_AUTHENTICATION_FAILED', '476'],
  operator_down_time: ['ISSUER_UNAVAILABLE', '207'],
  execution_error: ['PROCESSOR_ERROR', '236'],
};

const reasonOf = (operation: Operation): readonly [reason: string, number: string] =>
  reasons[codeOfError(operation.errorId)] ?? ['PROCESSOR_DECLINED', '233'];

export const reasonNumber = (operation: Operation): string => reasonOf(operation)[1];

export function errorInformation(operation: Operation): { [member: string]: string } {
  const isAsked = decidingDigits([operation.party.slice(-4)]) !== 0;
  return {
    reason: reasonOf(operation)[0],
    message: textOfError(operation.errorId),
    ...(isAsked ? { catalogueId: String(operation.errorId) } : {}),
  };
}
