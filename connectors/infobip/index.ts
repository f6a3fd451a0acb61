// Entry point of the connector to Infobip's SMS API, version 3.

import type { SmsConnector } from '@jokko/connectors/kit';
import { carrierCapabilities, openCarrierSession } from '@jokko/connectors/kit/carrier';
import { carrierOf } from './carrier.ts';
import { configuration, settingsOf } from './config.ts';
import type { InfobipConfig } from './config.ts';
import { connectionTest } from './connection-test.ts';
import { withPulledReports } from './pull.ts';
import { confirm, receive } from './receive.ts';

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
  connectionTest,
};
