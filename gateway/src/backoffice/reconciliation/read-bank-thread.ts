// The thread in which a bank's statement is read, so that its memory and time are limited.

import { answerQuestions } from '../../platform/limited-thread/answer-questions.ts';
import { readBank } from './read-bank.ts';

answerQuestions(readBank);
