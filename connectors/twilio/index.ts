// Entry point of the connector to Twilio's Programmable Messaging.

import { targetOfUrl } from '@jokko/connectors/kit';
import type { SmsConnector } from '@jokko/connectors/kit';
import {
  carrierCapabilities,
  openCarrierSession,
  testByBalance,
} from '@jokko/connectors/kit/carrier';
import { balance } from './balance.ts';
import { carrierOf } from './carrier.ts';
import { configuration, settingsOf } from './config.ts';
import type { TwilioConfig } from './config.ts';
import { findById } from './find-by-id.ts';
import { goLive } from './go-live.ts';
import { receive } from './receive.ts';

export const twilioConnector: SmsConnector<TwilioConfig> = {
  name: 'twilio',
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open: (context, events) => openCarrierSession(context, events, carrierOf(context)),
  receive,
  findById,
  balance,
  connectionTest: testByBalance(balance, (config) => targetOfUrl(settingsOf(config).accountUrl)),
  goLive,
};
