// A process that holds the embedded PostgreSQL of a data directory until it is killed; run by the
// tests of embedded-place.ts.

import { startEmbedded } from '../../platform/db/embedded.ts';
import { findPostmaster } from '../../platform/db/postmaster.ts';
import { openLog } from '../../platform/log.ts';
import { prepareDataDir } from '../../platform/system/private-file.ts';

const dataDir = process.argv[2] ?? '';
prepareDataDir(dataDir);
const { url, directory, adopted } = await startEmbedded({
  dataDir,
  log: openLog('silent', 'holder'),
});
process.stdout.write(`${JSON.stringify({ url, adopted, pid: findPostmaster(directory)?.pid })}\n`);
setInterval(() => {}, 1_000_000);
