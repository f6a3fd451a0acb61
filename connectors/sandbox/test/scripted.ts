// How do unit tests of this connector play the provider? A list of answers, served in order, and the requests that asked for them.

import { createTestContext, sampleIntent } from '@jokko/connector-kit/conformance';
import type { TestContext } from '@jokko/connector-kit/conformance';
import type { HttpRequest, HttpResult, Intent, OperationKind } from '@jokko/connector-kit';
import { sandboxConfig, sandboxConnector } from '../src/index.ts';
import type { SandboxConfig } from '../src/index.ts';

export const ourRef = '0b9e4a52-6f2c-4d3c-9a52-3c6f6d1a7e10';
export const config: SandboxConfig = sandboxConfig('http://provider.example');

export interface Scripted extends TestContext<SandboxConfig> {
  requests: HttpRequest[];
}

export function scripted(answers: HttpResult[]): Scripted {
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

export function errorAnswer(status: number, code: string, errorId: number | null = null): HttpResult {
  return json(status, { error: { code, errorId, text: 'in the words of the provider' } });
}

/** An Operation as the protocol shows it. */
export function operation(members: { [member: string]: unknown }): { [member: string]: unknown } {
  return { reference: ourRef, id: 'SB00000000017', kind: 'airtime', amount: '1350', currency: 'XOF', ...members };
}

export function execute(
  context: Scripted,
  kind: OperationKind = 'airtime',
  how: 'first' | 'replay' = 'first',
  intent: Intent = sampleIntent(kind),
) {
  return sandboxConnector.execute(context, intent, sandboxConnector.prepare(config, intent, ourRef), how);
}
