// Finds the gateway's embedded PostgreSQL and checks that it stops with the gateway.

import { setTimeout as sleep } from 'node:timers/promises';
import { findRunningEmbedded, startEmbedded } from '../../../gateway/src/platform/db/embedded.ts';
import { readHome } from '../../../gateway/src/platform/db/embedded-home.ts';
import { findPostmaster } from '../../../gateway/src/platform/db/postmaster.ts';
import { openLog } from '../../../gateway/src/platform/log.ts';

export interface Postgres {
  url: string;
  pid: number;
}

const stopWithinMs = 20_000;

export function findPostgres(dataDirectory: string): Postgres {
  const url = findRunningEmbedded(dataDirectory);
  const pid = postmasterPid(dataDirectory);
  if (url === null || pid === null) throw new Error(`no PostgreSQL runs for ${dataDirectory}`);
  return { url, pid };
}

/** Starts the server that the gateway stopped, and stops it again after `work`. */
export async function whilePostgresRuns(
  dataDirectory: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const log = openLog('warn', 'bench');
  const server = await startEmbedded({ dataDir: dataDirectory, log });
  try {
    await work(server.url);
  } finally {
    await server.close(true);
  }
}

function postmasterPid(dataDirectory: string): number | null {
  const home = readHome(dataDirectory);
  return home === null ? null : (findPostmaster(home.directory)?.pid ?? null);
}

/** The gateway stops its server when it drains; this is for a gateway that was killed. */
export async function ensurePostgresStopped(dataDirectory: string): Promise<void> {
  const pid = postmasterPid(dataDirectory);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  for (const until = Date.now() + stopWithinMs; Date.now() < until; await sleep(50)) {
    if (postmasterPid(dataDirectory) === null) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}
