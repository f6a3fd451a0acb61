// A reading thread for tests: says how many files it has begun.

import { answerQuestions } from '../answer-questions.ts';

let begun = 0;

answerQuestions((name: string) => {
  begun += 1;
  return (isLast: boolean) => ({ begun, name, end: isLast ? {} : null });
});
