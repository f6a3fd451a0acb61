// A process that holds the servers of a data directory until it is killed, or leaves in order when
// its standard input ends; run by orphans.long.test.ts. Arguments: directory, role, ms from the
// death of the last process to the end of its servers.

import { once } from 'node:events';
import { startEmbedded } from '../../platform/db/embedded.ts';
import { findPostmaster } from '../../platform/db/postmaster.ts';
import { openLog } from '../../platform/log.ts';
import type { Role } from '../../platform/system/residents.ts';
import { enterInstallation } from '../start/residence.ts';
import { startSimulatorProcess } from '../simulator/process.ts';
import { simulatorSettings as settings } from './simulators.ts';

const [dataDir = '', role = 'node', endAfterMs = '0'] = process.argv.slice(2);
const log = openLog('silent', 'holder');

const place = { dataDir, databaseUrl: null, mode: 'sandbox', simulatorUrl: null } as const;
const residence = await enterInstallation(place, role as Role, { endAfterMs: Number(endAfterMs) });
const database = await startEmbedded({ dataDir, log });
const simulator = role === 'node' ? await startSimulatorProcess({ dataDir, settings, log }) : null;
const { url, directory } = database;
const details = { url, postgres: findPostmaster(directory)?.pid, simulatorUrl: simulator?.url };
process.stdout.write(`${JSON.stringify(details)}\n`);
await once(process.stdin.resume(), 'end');
await residence.leave(async ({ nodes, all }) => {
  await simulator?.close(nodes === 0);
  await database.close(all === 0);
});
process.exit(0);
