// What the portal tries out of a provider: its connection, and the address for its notices.

import { openPlace } from '../../platform/file-transport/index.ts';
import { connectionSettings, routeSettings } from './connectors.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './http-server.ts';
import { noticeUrlOf, smsNoticeUrlOf } from './notice-url.ts';
import type { GatewayOptions } from './options.ts';
import { trustOf } from './receivers.ts';

export const tryProviders = (
  { config, database, secrets }: Pick<GatewayOptions, 'config' | 'database' | 'secrets'>,
  { callProvider }: Core,
): Pick<
  ServerDeps['portal'],
  'connectors' | 'smsSettings' | 'connectionTests' | 'noticeUrl' | 'smsNoticeUrl'
> => ({
  connectors: routeSettings(config, secrets).connectors,
  smsSettings: connectionSettings(config, secrets),
  connectionTests: {
    ...trustOf(config),
    call: callProvider,
    openPlace: (place) => openPlace(place, config.bankFilesDir),
  },
  noticeUrl: (route) => noticeUrlOf(database, config.publicUrl, route),
  smsNoticeUrl: (connection) => smsNoticeUrlOf(database, config.publicUrl, connection),
});
