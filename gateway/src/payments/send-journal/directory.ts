// Where the send journals of an installation lie below DATA_DIR: a folder for each installation,
// in it a folder for each node, in that the segments by number. Several nodes of one machine may
// share a DATA_DIR, and one DATA_DIR may have served several databases.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const journalsDirectory = (dataDir: string, installationId: string): string =>
  join(dataDir, 'send-journal', installationId);

/**
 * Node ids are letters, digits, dots, colons, dashes and underscores. A dot alone would leave the
 * directory.
 */
export const nodeDirectory = (journals: string, nodeId: string): string =>
  join(journals, `node-${nodeId}`);

/** Folders of all nodes that have written here. */
export const nodeDirectories = (journals: string): string[] =>
  namesIn(journals)
    .filter((name) => name.startsWith('node-'))
    .map((name) => join(journals, name));

const segmentForm = /^(\d{8})\.jsonl$/;

/** Paths of a node's segments, the oldest first. */
export const segmentsIn = (directory: string): string[] =>
  namesIn(directory)
    .filter((name) => segmentForm.test(name))
    .map((name) => join(directory, name));

/** The name of the segment that follows all that are there. */
export function nextSegmentName(directory: string): string {
  const last = namesIn(directory)
    .map((name) => Number(segmentForm.exec(name)?.[1] ?? 0))
    .reduce((highest, number) => Math.max(highest, number), 0);
  return `${String(last + 1).padStart(8, '0')}.jsonl`;
}

/** Removes segments whose last entry is older than `before`, of all nodes. Returns how many. */
export function removeOldSegments(journals: string, before: Date): number {
  const old = nodeDirectories(journals)
    .flatMap((directory) => segmentsIn(directory))
    .filter((path) => statSync(path).mtime < before);
  for (const path of old) rmSync(path);
  return old.length;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
