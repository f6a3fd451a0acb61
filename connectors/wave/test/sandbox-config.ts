// Configuration of a route to the simulator.

import type { WaveConfig } from '../config.ts';

/** `simulatorUrl` is its base, without a path. Key and secret are the simulator's own. */
export function sandboxConfig(simulatorUrl: string): WaveConfig {
  return {
    baseUrl: `${simulatorUrl}/wave`,
    apiKey: 'wave_sn_test_AeV5rT4g2sXyQ1',
    noticeAuth: 'signature',
    noticeSecret: 'wave_sn_WHS_test_secret',
    sandbox: true,
  };
}
