// Runs the archive in a process of its own, which kills itself after the step that it is told.

import { openDatabase } from '../../../platform/db/database.ts';
import { runArchive } from '../run.ts';

const [url = '', directory = '', lastStep = ''] = process.argv.slice(2);
await runArchive({
  database: openDatabase(url),
  directory,
  ageDays: 400,
  onStep(step) {
    if (step === lastStep) process.kill(process.pid, 'SIGKILL');
  },
});
