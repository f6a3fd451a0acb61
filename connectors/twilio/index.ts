// Entry point of the connector to Twilio's Programmable Messaging.

import type { SmsConnector } from '@jokko/connectors/kit';
import { carrierCapabilities, openCarrierSession } from '@jokko/connectors/kit/carrier';
import { carrierOf } from './carrier.ts';
import { configuration, settingsOf } from './config.ts';
import type { TwilioConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { receive } from './receive.ts';

export const twilioConnector: SmsConnector<TwilioConfig> = {
  name: 'twilio',
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open: (context, events) => openCarrierSession(context, events, carrierOf(context)),
  receive,
  connectionTest,
};
