// What the conformance suite has to know of submissions: how the carrier answers to a request of
// several messages.

import type { SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer } from '@jokko/connectors/kit/conformance';
import { errorCodes } from './code-table.ts';
import { idOf, outcomes, requestCodes, type Submissions } from './subject-codes.ts';

const taken = (part: SmsPart) => ({ reference: part.ourRef, id: idOf(part) });
const refused = ({ ourRef }: SmsPart, code: string) => ({ reference: ourRef, code });
const answer = (...messages: object[]) => jsonAnswer(200, { messages });

export const submissions: Submissions = {
  takes: (parts) => answer(...parts.map(taken)),
  // In another order than they were sent.
  refusesFirst: ([first, ...others]) =>
    answer(...others.map(taken), refused(first!, 'NUMBER_WRONG')),
  codes: [
    ...requestCodes,
    {
      about: 'of one message',
      listed: errorCodes.keys(),
      answer: (code, part) => answer(refused(part, code)),
      outcomes,
      invented: { MOON_IN_WRONG_PHASE: 'refused other' },
    },
  ],
  garbled: [
    answer(),
    answer({ id: 'M-1' }),
    answer({ reference: '7091659672946-1', id: 'M-1', code: 'NUMBER_WRONG' }),
    answer({ reference: 'of-nobody', id: 'M-1' }),
  ],
};
