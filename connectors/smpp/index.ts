// Entry point of the SMPP connector: SMPP 3.4 as an ESME, for every operator and aggregator that
// speaks it.

import type { SmsCapabilities, SmsConnector } from '@jokko/connectors/kit';
import { resendAfterMs } from '@jokko/connectors/kit/carrier';
import { configuration } from './config.ts';
import type { SmppConfig } from './config.ts';
import { goLive } from './go-live.ts';
import { openSession } from './session/session.ts';
import { tryBind } from './session/connection-test.ts';
import { settingsOf } from './settings.ts';

export type { SmppConfig } from './config.ts';

function capabilities(config: SmppConfig): SmsCapabilities {
  const { submit, binds, window, ratePerSec } = settingsOf(config);
  return {
    splits: submit.concatenation !== 'payload',
    receipts: submit.receipts,
    binds,
    window,
    ratePerSec,
    resendAfterMs: resendAfterMs(config),
  };
}

export const smppConnector: SmsConnector<SmppConfig> = {
  name: 'smpp',
  ...configuration,
  capabilities,
  connectionTest: {
    target(config) {
      const { host, port, tls } = settingsOf(config);
      return { host, port, tls };
    },
    call: ({ config }) => tryBind(settingsOf(config)),
  },
  open: (context, events) => openSession(settingsOf(context.config), context.log, events),
  goLive,
};
