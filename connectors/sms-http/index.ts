// Entry point of the connector to HTTP providers of short messages: they take whole texts as JSON, and send receipts to an address of ours.

import type { SmsConnector } from '@jokko/connectors/kit';
import { carrierCapabilities, openCarrierSession } from '@jokko/connectors/kit/carrier';
import { configuration, settingsOf } from './config.ts';
import type { SmsHttpConfig } from './config.ts';
import { receive } from './receive.ts';
import { carrierOf } from './carrier.ts';
import { connectionTest } from './connection-test.ts';

export const smsHttpConnector: SmsConnector<SmsHttpConfig> = {
  name: 'sms-http',
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open: (context, events) => openCarrierSession(context, events, carrierOf(context)),
  receive: ({ config }, notice) => receive(config, notice),
  connectionTest,
};
