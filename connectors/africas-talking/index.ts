// Entry point of the connector to Africa's Talking.

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
import type { AfricasTalkingConfig } from './config.ts';
import { goLive } from './go-live.ts';
import { receive } from './receive.ts';

export const africasTalkingConnector: SmsConnector<AfricasTalkingConfig> = {
  name: 'africas-talking',
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open: (context, events) => openCarrierSession(context, events, carrierOf(context)),
  receive: (_, notice) => receive(notice),
  balance,
  connectionTest: testByBalance(balance, (config) => targetOfUrl(settingsOf(config).baseUrl)),
  goLive,
};
