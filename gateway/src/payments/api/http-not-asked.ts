// Builds the refusal of an inquiry for which no provider was called.

import { codes, texts, type FieldProblem } from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import type { NotAsked } from '../operations/index.ts';
import { invalidFields } from './http-refusal.ts';
import { refusal, type Refusal } from '../../platform/http/http-refusal.ts';

/** `otherKind`: the problem of a service that is for something else. */
export function refusalOfInquiry(
  notAsked: NotAsked,
  { language }: Account,
  codeService: string,
  otherKind: FieldProblem,
): Refusal {
  const say = texts[language];
  switch (notAsked) {
    case 'unknownService':
      return refusal(codes.notFound, say.unknownService({ codeService }));
    case 'suspended':
      return refusal(codes.notActivated, say.accountSuspended());
    case 'notActivated':
      return refusal(codes.notActivated, say.serviceNotActivated({ codeService }));
    case 'otherKind':
      return invalidFields([{ field: 'codeService', problem: otherKind }], language);
  }
}
