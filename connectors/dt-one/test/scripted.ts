// Calls this connector with a scripted provider.

import { createScripted, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Scripted } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent } from '@jokko/connectors/kit';
import { dtOneConnector } from '../index.ts';
import type { DtOneConfig } from '../index.ts';
import type { DtOneOperation } from '../operations.ts';
import { productFor, sandboxConfig } from './sandbox-config.ts';

export const liveConfig: DtOneConfig = {
  ...sandboxConfig('http://provider.example'),
  sandbox: false,
};

export const scripted = (answers: HttpResult[], config = liveConfig): Scripted<DtOneConfig> =>
  createScripted(config, answers);

export const intentOf = (kind: DtOneOperation): Intent => ({
  ...sampleIntent(kind),
  product: productFor(kind),
});

export function execute(context: Scripted<DtOneConfig>, kind: DtOneOperation = 'airtime') {
  const intent = intentOf(kind);
  const prepared = dtOneConnector.prepare(context.config, intent, ourRef);
  return dtOneConnector.execute(context, intent, prepared, 'first');
}

/** A transaction of ours, as the documentation shows one. */
export const transaction = (changes: object = {}): object => ({
  id: 2_237_512_891,
  external_id: ourRef,
  status: { id: 70000, message: 'COMPLETED', class: { id: 7, message: 'COMPLETED' } },
  credit_party_identifier: { mobile_number: '+221770000001' },
  benefits: [
    {
      type: 'CREDITS',
      unit: 'XOF',
      unit_type: 'CURRENCY',
      amount: { base: 1350, promotion_bonus: 0, total_excluding_tax: 1350 },
    },
  ],
  ...changes,
});

export const status = (classId: number, message: string): object => ({
  status: { id: classId * 10_000, message, class: { id: classId, message: message.split('-')[0] } },
});
