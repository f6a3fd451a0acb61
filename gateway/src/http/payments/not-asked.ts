// How does a look-up refuse for which no provider was asked?

import { codes, texts, type FieldProblem } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import type { NotAsked } from '../../domain/operations/index.ts';
import { invalidFields, refusal, type Refusal } from '../present/refusal.ts';

/** `otherKind`: the problem of a service that is for something else. */
export function refusalOfLookUp(notAsked: NotAsked, { language }: Account, codeService: string, otherKind: FieldProblem): Refusal {
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
