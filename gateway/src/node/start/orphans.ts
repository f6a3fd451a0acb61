// Ends the PostgreSQL and the simulator that killed processes left behind in a DATA_DIR, unless
// somebody uses them. A program of its own, `node orphans.ts DATA_DIR`, run after the death of a
// process.

import { stopRunningEmbedded } from '../../platform/db/embedded.ts';
import { endForOthers } from '../../platform/system/residents.ts';
import { stopRunningSimulator } from '../simulator/process.ts';

const [dataDir = ''] = process.argv.slice(2);
await endForOthers(dataDir, async ({ nodes, all }) => {
  if (nodes === 0) await stopRunningSimulator(dataDir);
  // Fast shutdown: everything committed is written down.
  if (all === 0) await stopRunningEmbedded(dataDir);
});
