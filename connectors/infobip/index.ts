// Entry point of the connector to Infobip's SMS API, version 3.

import { targetOfUrl } from '@jokko/connectors/kit';
import type { SmsConnector } from '@jokko/connectors/kit';
import {
  carrierCapabilities,
  openCarrierSession,
  testByBalance,
} from '@jokko/connectors/kit/carrier';
import { askLogs, confirm } from './ask-logs.ts';
import { balance } from './balance.ts';
import { carrierOf } from './carrier.ts';
import { configuration, settingsOf } from './config.ts';
import type { InfobipConfig } from './config.ts';
import { withPulledReports } from './pull.ts';
import { goLive } from './go-live.ts';
import { receive } from './receive.ts';

export const infobipConnector: SmsConnector<InfobipConfig> = {
  name: 'infobip',
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open(context, events) {
    const session = openCarrierSession(context, events, carrierOf(context));
    return settingsOf(context.config).pullReports
      ? withPulledReports(session, context, events)
      : session;
  },
  receive,
  confirm,
  find: askLogs,
  // The id of a message is our reference.
  findById: askLogs,
  balance,
  connectionTest: testByBalance(balance, ({ baseUrl }) => targetOfUrl(baseUrl)),
  goLive,
};
