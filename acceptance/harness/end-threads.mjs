// Loaded into a node before its own code (NODE_OPTIONS): ends one of its threads for each file that a
// test puts into the data directory, with an uncaught error as a fault of ours would.

import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const directory = process.env.DATA_DIR;
const lookEveryMs = 25;

if (!isMainThread && directory !== undefined) {
  const look = () => {
    const file = readdirSync(directory).find((name) => name.startsWith('end-thread'));
    if (file === undefined) return;
    try {
      // Only one thread can take it.
      unlinkSync(join(directory, file));
    } catch {
      return;
    }
    throw new Error('a test ends this thread');
  };
  setInterval(look, lookEveryMs).unref();
}
