// Configuration of a route to the simulator.

import type { SandboxConfig } from '../config.ts';

/**
 * The configuration of a route to the simulator; `simulatorUrl` is its base, without a path. The
 * defaults are the simulator's own.
 */
export function sandboxConfig(
  simulatorUrl: string,
  apiKey = 'sandbox-api-key',
  noticeSecret = 'sandbox-notice-secret',
): SandboxConfig {
  return { baseUrl: `${simulatorUrl}/sandbox/v1`, apiKey, noticeSecret };
}
