// Entry point of the connector to Orange's SMS API for Africa and the Middle East.

import type { SmsConnector } from '@jokko/connectors/kit';
import { carrierCapabilities, openCarrierSession } from '@jokko/connectors/kit/carrier';
import { carrierOf } from './carrier.ts';
import { configuration, settingsOf } from './config.ts';
import type { OrangeSmsConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { receive } from './receive.ts';

export const orangeSmsConnector: SmsConnector<OrangeSmsConfig> = {
  name: 'orange-sms',
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open: (context, events) => openCarrierSession(context, events, carrierOf(context)),
  receive: (_, notice) => receive(notice),
  connectionTest,
};
