// Finds where databases of tests are quick: on a disk in memory, where this machine has one with
// room.

import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryDisk = '/dev/shm';
const bytesMin = 2 * 1_024 ** 3;

/** The directory of temporary files where memory is not wanted, or has no room. */
export const quickDisk = (isWanted = true): string =>
  isWanted && hasRoom() ? memoryDisk : tmpdir();

/** A container's own is often too small, and programs may not be started there. */
function hasRoom(): boolean {
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memoryDisk);
    const fits = mount !== undefined && / tmpfs /.test(mount) && !/[ ,]noexec[ ,]/.test(mount);
    return fits && bavail * bsize >= bytesMin && process.availableMemory() >= bytesMin;
  } catch {
    return false;
  }
}
