// The other side of a limited thread: hears of one file after the other, and answers what is asked
// of it.

import { parentPort } from 'node:worker_threads';

/** What a thread hears: `task` with the first question about a file. */
export interface Heard<Task, Question> {
  task: Task | null;
  question: Question;
}

/**
 * Whether nothing follows: an `end` is there. A fault is none, and who closes its file ends the
 * thread.
 */
export const isLast = (answer: object): boolean => 'end' in answer && answer.end !== null;

/**
 * @param open begins a file, and answers what is asked of it. What is thrown is a bug, and ends the
 * thread with it.
 */
export function answerQuestions<Task, Question, Answer extends object>(
  open: (task: Task) => (question: Question) => Answer | Promise<Answer>,
): void {
  let answer: ((question: Question) => Answer | Promise<Answer>) | null = null;
  parentPort?.on('message', ({ task, question }: Heard<Task, Question>) => {
    if (task !== null) answer = open(task);
    if (answer === null) throw new Error('a question without a file');
    void Promise.resolve(answer(question)).then((said) => {
      if (isLast(said)) answer = null;
      parentPort?.postMessage(said);
    });
  });
}
