// Errors of Infobip, in the two forms of its API: that of version 3, and that of versions 1 and 2.

import { sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Fault } from '../sms-carrier/take-order.ts';

export interface Violation {
  property: string;
  violation: string;
}

type ErrorStatus = 400 | 401 | 404 | 429 | 500;

const names: { readonly [status in ErrorStatus]: readonly [id: string, text: string] } = {
  400: ['BAD_REQUEST', 'Bad Request'],
  401: ['UNAUTHORIZED', 'Invalid login details'],
  404: ['NOT_FOUND', 'Requested resource not found'],
  429: ['TOO_MANY_REQUESTS', 'Too many requests'],
  500: ['GENERAL_ERROR', 'Something went wrong. Please contact support.'],
};

export function sendError(
  exchange: Exchange,
  status: ErrorStatus,
  violations: readonly Violation[] = [],
): void {
  const [messageId, text] = names[status];
  if (/^\/sms\/3\//.test(exchange.path))
    return sendJson(exchange, status, {
      errorCode: `E${status}`,
      description: text,
      action: 'Check the request and try again.',
      violations,
      resources: [],
    });
  const validationErrors = Object.fromEntries(
    violations.map(({ property, violation }) => [property, [violation]]),
  );
  const serviceException = {
    messageId,
    text,
    ...(violations.length > 0 && { validationErrors }),
  };
  sendJson(exchange, status, { requestError: { serviceException } });
}

export const statusOfFault: { readonly [fault in Fault]: ErrorStatus } = {
  failed: 500,
  throttled: 429,
  queueFull: 429,
};
