// Calls this connector with a scripted provider.

import {
  createScripted,
  ourRef,
  sampleIntent,
  type Scripted,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { gsmaConnector } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';
import type { GsmaConfig } from '../index.ts';

export const liveConfig: GsmaConfig = {
  ...sandboxConfig('http://provider.example'),
  sandbox: false,
};

export const scripted = (answers: HttpResult[], config = liveConfig): Scripted<GsmaConfig> =>
  createScripted(config, answers);

export function execute(
  context: Scripted<GsmaConfig>,
  kind: 'collect' | 'payout' | 'bill_pay',
  how: 'first' | 'replay' = 'first',
) {
  const intent = sampleIntent(kind);
  return gsmaConnector.execute(
    context,
    intent,
    gsmaConnector.prepare(context.config, intent, ourRef),
    how,
  );
}
