// Entry point of the send journal: written before the first byte of an attempt leaves, read when a
// database was restored.

export { openSendJournal, type SendJournal } from './journal.ts';
export { readBackwards, readNewest, type Reading, type WrittenEntry } from './read.ts';
export {
  journalsDirectory,
  nodeDirectories,
  nodeDirectory,
  removeOldSegments,
  segmentsIn,
} from './directory.ts';
export { describeMissing, findForgottenEntries, findMissing } from './missing.ts';
export { entryOfJson, jsonOfEntry, type JournalEntry, type SentKey } from './entry.ts';
export { countSegments, resealSegments, type Resealed } from './reseal.ts';
export { keyIdOfSegment, type Sealing } from './segment.ts';
