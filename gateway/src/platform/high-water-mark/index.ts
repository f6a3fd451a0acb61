// Entry point of high-water marks: what nodes know of the database outside of it, and whether the
// database is still the one that it was.

export { differenceOf, relocationOf } from './compare.ts';
export { readMark, writeMark, type HighWaterMark } from './mark-file.ts';
export {
  advanceMark,
  demandRecovery,
  describeMissingBlock,
  findMissingBlocks,
  readStanding,
  settleInstallation,
  type DatabaseStanding,
} from './store.ts';
