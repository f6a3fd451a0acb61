// Entry point of the bare loop: starts it in a process of its own, on the database it is given.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type BareServer = 'http' | 'fastify';

export interface BareLoop {
  pid: number;
  port: number;
  stop(): void;
}

/** `simulatorUrl`: each row lives on to its callback; null: it is accepted, and that is all. */
export async function startBareLoop(
  server: BareServer,
  databaseUrl: string,
  simulatorUrl: string | null = null,
): Promise<BareLoop> {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    env: {
      ...process.env,
      BARE_SERVER: server,
      BARE_SIMULATOR: simulatorUrl ?? '',
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'production',
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the bare loop ended with code ${code}`)));
  });
  return { pid: child.pid ?? 0, port, stop: () => child.disconnect() };
}
