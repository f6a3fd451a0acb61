// Tells refusals from results, and throws them.

import { Conflict, Refused, type FieldError, type Refusal } from './errors.ts';
import { paymentOf, type WireTransaction } from './results.ts';
import tables from './tables.json' with { type: 'json' };
import { retryAfterOf, type Answer } from './transport.ts';

const conflictCode = 4009;
const badKeyCode = 4001;
const retryableCodes: readonly number[] = [4029, 5000];
/** Beyond this a clock is wrong. */
const skewMaxSeconds = 30;

type Members = { [member: string]: unknown };

/** `data` of a success; throws everything else. */
export function dataOf<Data>(answer: Answer, isSigned: boolean): Data {
  if (answer.body['code'] !== 2000) throw refusedBy(answer, isSigned);
  return answer.body['data'] as Data;
}

export function refusedBy(answer: Answer, isSigned = false): Refused {
  const { body, headers } = answer;
  const code = Number(body['code']);
  const data = Object(body['data']) as Members;
  const error = Object(data['errorType']) as { id?: number | null; code?: string };
  const isPayment = code === 4000 && typeof data['transactionId'] === 'string';
  const refusal: Refusal = {
    code,
    reason: error.code ?? null,
    errorId: error.id ?? null,
    message: String(body['msg'] ?? body['message'] ?? `The gateway refused with code ${code}.`),
    fields: fieldsOf(body, data),
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: retryAfterOf(headers),
    retryable: retryableCodes.includes(code),
    advice: adviceOf(code, isSigned ? headers.get('date') : null),
    payment: isPayment ? paymentOf(data as unknown as WireTransaction) : null,
  };
  return code === conflictCode ? new Conflict(refusal) : new Refused(refusal);
}

function fieldsOf(body: Members, data: Members): FieldError[] {
  if (Array.isArray(body['errors'])) return body['errors'] as FieldError[];
  // The faults of SMS: the reason by field or number.
  return body['code'] === 400
    ? Object.entries(data).map(([field, message]) => ({ field, message: String(message) }))
    : [];
}

function adviceOf(code: number, date: string | null): string {
  const advice = (tables.advice as { [code: string]: string })[code] ?? '';
  const skew = code === badKeyCode && date !== null ? skewSeconds(date) : 0;
  if (Math.abs(skew) <= skewMaxSeconds) return advice;
  const direction = skew > 0 ? 'ahead of' : 'behind';
  return `${advice} Your clock is ${Math.abs(skew)} s ${direction} the gateway's.`;
}

/** How far the own clock is ahead. */
function skewSeconds(date: string): number {
  const theirs = Date.parse(date);
  return Number.isNaN(theirs) ? 0 : Math.round((Date.now() - theirs) / 1_000);
}
