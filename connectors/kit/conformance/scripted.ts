// Plays the provider in a connector's unit tests: a list of answers, served in order, and the
// requests that they answered.

import type { HttpRequest, HttpResult } from '../index.ts';
import { createTestContext, type TestContext } from './test-context.ts';

export const ourRef = '0b9e4a52-6f2c-4d3c-9a52-3c6f6d1a7e10';

export interface Scripted<Config> extends TestContext<Config> {
  requests: HttpRequest[];
}

/**
 * A context whose transport gives these answers one after the other, and fails the test when asked
 * for more.
 */
export function createScripted<Config>(
  config: Config,
  answers: readonly HttpResult[],
): Scripted<Config> {
  const requests: HttpRequest[] = [];
  const left = [...answers];
  const context = createTestContext(config, (request) => {
    requests.push(asSent(request));
    const answer = left.shift();
    return answer === undefined
      ? Promise.reject(new Error(`unexpected ${request.method} ${request.url}`))
      : Promise.resolve(answer);
  });
  return Object.assign(context, { requests });
}

/** Bytes that held a card are overwritten once they were sent. */
const asSent = (request: HttpRequest): HttpRequest =>
  Buffer.isBuffer(request.body) ? { ...request, body: Buffer.from(request.body) } : request;

export function json(status: number, body: unknown): HttpResult {
  return bytes(status, JSON.stringify(body));
}

export function bytes(status: number, body: string): HttpResult {
  return { kind: 'answer', status, headers: {}, body: Buffer.from(body) };
}
