// Calls this connector with a scripted provider.

import {
  createScripted,
  ourRef,
  sampleIntent,
  type Scripted,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { waveConnector } from '../index.ts';
import type { WaveConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const liveConfig: WaveConfig = {
  ...sandboxConfig('https://provider.example'),
  sandbox: false,
};

export const scripted = (answers: HttpResult[], config = liveConfig): Scripted<WaveConfig> =>
  createScripted(config, answers);

export function execute(
  context: Scripted<WaveConfig>,
  kind: 'collect' | 'payout',
  how: 'first' | 'replay' = 'first',
) {
  const intent = sampleIntent(kind);
  const prepared = waveConnector.prepare(context.config, intent, ourRef);
  return waveConnector.execute(context, intent, prepared, how);
}

export const session = (more: object = {}) => ({
  id: 'cos-1',
  amount: '1350',
  currency: 'XOF',
  checkout_status: 'open',
  payment_status: 'processing',
  client_reference: ourRef,
  wave_launch_url: 'https://pay.wave.example/c/cos-1',
  when_expires: '2026-11-22T12:30:00Z',
  ...more,
});

export const payout = (more: object = {}) => ({
  id: 'pt-1',
  currency: 'XOF',
  receive_amount: '1350',
  fee: '13.5',
  mobile: '+221770000001',
  client_reference: ourRef,
  status: 'succeeded',
  ...more,
});
