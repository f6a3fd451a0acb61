// What the portal tries out of a provider: its connection, and the address for its notices.

import { openPlace } from '../../platform/file-transport/index.ts';
import { routeSettings } from './connectors.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './http-server.ts';
import { noticeUrlOf } from './notice-url.ts';
import type { GatewayOptions } from './options.ts';
import { trustOf } from './receivers.ts';

export const tryProviders = (
  { config, database, secrets }: Pick<GatewayOptions, 'config' | 'database' | 'secrets'>,
  { callProvider }: Core,
): Pick<ServerDeps['portal'], 'connectors' | 'connectionTests' | 'noticeUrl'> => ({
  connectors: routeSettings(config, secrets).connectors,
  connectionTests: {
    ...trustOf(config),
    call: callProvider,
    openPlace: (place) => openPlace(place, config.bankFilesDir),
  },
  noticeUrl: (route) => noticeUrlOf(database, config.publicUrl, route),
});
