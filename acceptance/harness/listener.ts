// Runs jokko-dev as a developer does, in a process of its own.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Readable, Writable } from 'node:stream';

const program = fileURLToPath(new URL('../../sdks/dev/src/main.ts', import.meta.url));

export interface JokkoDev {
  process: ChildProcessByStdio<Writable, Readable, Readable>;
  /** What it has written so far. */
  readonly text: string;
  press(keys: string): void;
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/** `stateFolder`: where it notes its place. */
export function startJokkoDev(
  { baseUrl, apiKey, stateFolder }: { baseUrl: string; apiKey: string; stateFolder: string },
  words: readonly string[],
): JokkoDev {
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      PATH: process.env['PATH'],
      JOKKO_URL: baseUrl,
      JOKKO_KEY: apiKey,
      XDG_STATE_HOME: stateFolder,
    },
    stdio: 'pipe',
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    process: child,
    get text() {
      return text;
    },
    press: (keys) => void child.stdin.write(keys),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
}
