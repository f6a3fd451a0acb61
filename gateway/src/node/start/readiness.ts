// The node's own checks of readiness: it has its lease, it can write, its disk has room.

import { statfs } from 'node:fs/promises';
import type { DiskInfo, ReadinessCheck } from '../../platform/health/index.ts';
import { environment } from '../../platform/environment.ts';
import type { NodeLease } from './leases.ts';

/**
 * A write that old still shows that the database takes writes; the lease is renewed every second.
 */
const writeAgeMaxMs = 2_000;
/** Below this the spool and the send journal stop soon. */
const freeBytesMin = 64 * 1_024 * 1_024;

export function ownChecks(lease: NodeLease, dataDir: string): ReadinessCheck[] {
  return [
    { name: 'database', reason: () => whyNotWritten(lease) },
    { name: 'lease', reason: () => (lease.holds() ? null : 'it is over') },
    {
      name: 'disk',
      async reason() {
        const disk = await diskOf(dataDir);
        return disk === null || disk.freeBytes > freeBytesMin ? null : `${dataDir} is full`;
      },
    },
  ];
}

async function whyNotWritten(lease: NodeLease): Promise<string | null> {
  if (environment.monotonic() - lease.renewedAt() < writeAgeMaxMs) return null;
  try {
    return (await lease.renew()) === 'renewed' ? null : 'it refuses our lease';
  } catch (error) {
    return `it takes no writes: ${(error as Error).message}`;
  }
}

/** Null where the system does not say. */
export async function diskOf(directory: string): Promise<DiskInfo> {
  const found = await statfs(directory).catch(() => null);
  return found === null
    ? null
    : { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}
