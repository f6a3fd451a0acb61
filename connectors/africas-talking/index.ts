// Entry point of the connector to Africa's Talking.

import type { SmsConnector } from '@jokko/connectors/kit';
import { carrierCapabilities, openCarrierSession } from '@jokko/connectors/kit/carrier';
import { carrierOf } from './carrier.ts';
import { configuration, settingsOf } from './config.ts';
import type { AfricasTalkingConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { receive } from './receive.ts';

export const africasTalkingConnector: SmsConnector<AfricasTalkingConfig> = {
  name: 'africas-talking',
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open: (context, events) => openCarrierSession(context, events, carrierOf(context)),
  receive: (_, notice) => receive(notice),
  connectionTest,
};
