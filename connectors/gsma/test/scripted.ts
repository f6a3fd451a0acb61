// How do unit tests of this connector play the provider? A list of answers, served in order, and the requests that asked for them.

import { createTestContext, sampleIntent } from '@jokko/connector-kit/conformance';
import type { TestContext } from '@jokko/connector-kit/conformance';
import type { HttpRequest, HttpResult } from '@jokko/connector-kit';
import { gsmaConnector, sandboxConfig } from '../src/index.ts';
import type { GsmaConfig } from '../src/index.ts';

export const ourRef = '0b9e4a52-6f2c-4d3c-9a52-3c6f6d1a7e10';
export const liveConfig: GsmaConfig = { ...sandboxConfig('http://provider.example'), sandbox: false };

export interface Scripted extends TestContext<GsmaConfig> {
  requests: HttpRequest[];
}

/** A context whose transport gives these answers one after the other, and fails the test when asked for more. */
export function scripted(answers: HttpResult[], config: GsmaConfig = liveConfig): Scripted {
  const requests: HttpRequest[] = [];
  const left = [...answers];
  const context = createTestContext(config, (request) => {
    requests.push(request);
    const answer = left.shift();
    return answer === undefined ? Promise.reject(new Error(`unexpected ${request.method} ${request.url}`)) : Promise.resolve(answer);
  });
  return Object.assign(context, { requests });
}

export function json(status: number, body: unknown): HttpResult {
  return { kind: 'answer', status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}

export function bytes(status: number, body: string): HttpResult {
  return { kind: 'answer', status, headers: {}, body: Buffer.from(body) };
}

export function execute(context: Scripted, kind: 'collect' | 'payout' | 'bill_pay', how: 'first' | 'replay' = 'first') {
  const intent = sampleIntent(kind);
  return gsmaConnector.execute(context, intent, gsmaConnector.prepare(context.config, intent, ourRef), how);
}
