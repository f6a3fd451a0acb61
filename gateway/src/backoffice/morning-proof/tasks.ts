// The background task of the morning proof: proves the books of yesterday.

import type { Task } from '../../platform/task.ts';
import { createProofRounds, type ProofRoundsDeps } from './make.ts';

/** Due once a day; the rounds wait for the doctor. */
const everyMs = 10_000;

export const proofTasks = (deps: ProofRoundsDeps): Task[] => [
  { name: 'morning proof', everyMs, where: 'home', runOnce: createProofRounds(deps) },
];
