// Calls this connector with a scripted provider, and writes that provider's answers.

import {
  createScripted,
  json,
  ourRef,
  sampleIntent,
  type Scripted,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent, OperationKind } from '@jokko/connectors/kit';
import { sandboxConnector } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';
import type { SandboxConfig } from '../index.ts';

export const config: SandboxConfig = sandboxConfig('http://provider.example');

export const scripted = (answers: HttpResult[]): Scripted<SandboxConfig> =>
  createScripted(config, answers);

export function errorAnswer(
  status: number,
  code: string,
  errorId: number | null = null,
): HttpResult {
  return json(status, { error: { code, errorId, text: 'in the words of the provider' } });
}

/** An Operation as the protocol shows it. */
export function operation(members: { [member: string]: unknown }): { [member: string]: unknown } {
  return {
    reference: ourRef,
    id: 'SB00000000017',
    kind: 'airtime',
    amount: '1350',
    currency: 'XOF',
    ...members,
  };
}

export function execute(
  context: Scripted<SandboxConfig>,
  kind: OperationKind = 'airtime',
  how: 'first' | 'replay' = 'first',
  intent: Intent = sampleIntent(kind),
) {
  return sandboxConnector.execute(
    context,
    intent,
    sandboxConnector.prepare(config, intent, ourRef),
    how,
  );
}
