// Starts an installation whose operator's port is known: a node names none, so the test chooses it,
// and another one where somebody was quicker.

import { freePort } from './free-port.ts';
import { startInstallation, type Installation, type InstallationOptions } from './installation.ts';

const startsMax = 5;

export async function startWithOpsPort(
  env: Record<string, string>,
  options: Omit<InstallationOptions, 'env'> = {},
): Promise<{ installation: Installation; opsPort: number }> {
  for (let starts = 1; ; starts++) {
    const opsPort = await freePort();
    try {
      const installation = await startInstallation({
        ...options,
        env: { ...env, OPS_PORT: String(opsPort) },
      });
      return { installation, opsPort };
    } catch (error) {
      if (starts === startsMax || !/is in use|EADDRINUSE/.test(String(error))) throw error;
    }
  }
}
