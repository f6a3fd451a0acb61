// Problem documents of PI-SPI.

import { sendText } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';

const titles: { readonly [status: number]: string } = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  503: 'Service Unavailable',
};

export function sendProblem(exchange: Exchange, status: number, detail: string): void {
  const body = { type: 'about:blank', title: titles[status] ?? 'Error', status, detail };
  sendText(exchange, status, 'application/problem+json; charset=utf-8', JSON.stringify(body));
}

/** A member that is missing or wrong. */
export function sendInvalid(exchange: Exchange, name: string, reason: string): void {
  const body = {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: `${name}: ${reason}`,
    'invalid-params': [{ name, reason }],
  };
  sendText(exchange, 400, 'application/problem+json; charset=utf-8', JSON.stringify(body));
}
