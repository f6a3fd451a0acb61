// Starts processes that try mutants (resident.ts), and ends them.

import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { killByDirectory, killGroup } from '../test-run/processes.ts';
import type { Ran } from './collected-tests.ts';
import type { Trial } from './resident.ts';

export interface Resident {
  /** How its tests ended; it is of no further use where `isClean` is false. */
  attempt(trial: Trial, maxMs: number): Promise<Ran>;
  end(): void;
}

const modules = ['../test-run/seed.ts', 'mutated-source.ts'];

/** `directory` is for temporary files. */
export function startResident(
  root: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Resident {
  const room = mkdtempSync(join(directory, 'room-'));
  // Databases run as another user.
  chmodSync(room, 0o1777);
  const child = fork(new URL('resident.ts', import.meta.url), {
    cwd: root,
    env: { ...process.env, TMPDIR: room, ...environment },
    execArgv: modules.map((module) => `--import=${new URL(module, import.meta.url).href}`),
    // The leader of a group, which ends with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    attempt(trial, maxMs) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => died(`did not end within ${maxMs} ms`), maxMs);
        const settle = (ran: Ran): void => {
          clearTimeout(timer);
          child.off('message', settle).off('exit', died);
          resolve(ran);
        };
        const died = (text: unknown): void =>
          settle({ passed: false, isClean: false, text: `its process died: ${String(text)}` });
        child.once('message', settle).once('exit', died);
        child.send(trial);
      });
    },
    end() {
      killGroup(child);
      killByDirectory(room);
      rmSync(room, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
