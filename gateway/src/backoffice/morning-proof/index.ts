// Entry point of the morning proof: books, providers and bank of a day that is over, on one page.

export { readProofAnswer } from './answer.ts';
export { proofFile } from './proof-file.ts';
export type { Proof } from './proof.ts';
export { findProof } from './store.ts';
export { proofTasks } from './tasks.ts';
