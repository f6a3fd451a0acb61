// Files to and from providers: orders that leave in a file, and results that come in one. Entry
// point of the noun.

export { loseStrays } from './lose-strays.ts';
export type { FileDeps } from './deps.ts';
export { findBatchBytes, listBatches, listFiles } from './list.ts';
export { listFilesOfDay } from './received-store.ts';
export type { FileEnd, FileReader, FileSource, FileWord } from './file-reader.ts';
export { fileTasks } from './tasks.ts';
