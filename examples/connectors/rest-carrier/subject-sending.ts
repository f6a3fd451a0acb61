// What the conformance suite has to know of submissions: how the carrier answers to one message.

import { jsonAnswer } from '@jokko/connectors/kit/conformance';
import { idOf, requestCodes, type Submissions } from './subject-codes.ts';

export const submissions: Submissions = {
  takes: ([part]) => jsonAnswer(201, { id: idOf(part!) }),
  codes: requestCodes,
  garbled: [
    jsonAnswer(201, { id: '' }),
    jsonAnswer(201, { id: 7 }),
    jsonAnswer(200, { id: 'M-1' }),
  ],
};
