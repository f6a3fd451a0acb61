// A refusal as both interfaces write it, and those that follow from the bytes of a body alone.

import { defined, codes, texts, type Code, type Language } from '@jokko/contract';
import type { BodyProblem } from './guards/json-object.ts';

export interface Refusal {
  code: Code;
  msg: string;
  data?: object;
  errors?: { field: string; message: string; suggestion?: string }[];
}

/** The wire form of a refusal for one kind of endpoint. */
export type RefusalForm = (refusal: Refusal) => object;

export const envelopeForm: RefusalForm = ({ code, msg, data, errors }) => ({
  code,
  msg,
  error: true,
  data: data ?? {},
  ...defined({ errors }),
});

export function refusal(code: Code, msg: string): Refusal {
  return { code, msg };
}

/**
 * A refusal that is about one field, with what was probably meant as its second sentence. Null:
 * nothing is near.
 */
export function refusalOfField(
  code: Code,
  field: string,
  msg: string,
  suggestion: string | null,
): Refusal {
  if (suggestion === null) return { code, msg };
  return { code, msg: `${msg} ${suggestion}`, errors: [{ field, message: msg, suggestion }] };
}

/** A body that is no usable JSON object. */
export function malformed(problem: BodyProblem, language: Language): Refusal {
  const say = texts[language];
  const msg = (() => {
    switch (problem.type) {
      case 'notJson':
        return say.bodyNotJson({ character: problem.at + 1 });
      case 'empty':
        return say.bodyEmpty();
      case 'compressed':
        return say.bodyCompressed();
      case 'form':
        return say.bodyForm();
      case 'multipart':
        return say.bodyMultipart();
      case 'notUtf8':
        return say.bodyNotUtf8();
      case 'notObject':
        return say.bodyNotObject();
      case 'inexactNumber':
        return say.bodyInexactNumber();
      case 'forbiddenCharacter':
        return say.bodyForbiddenCharacter();
      case 'tooDeep':
        return say.bodyTooDeep({ max: problem.max });
      case 'tooManyMembers':
        return say.bodyTooManyMembers({ max: problem.max });
      case 'tooManyNames':
        return say.bodyTooManyNames({ max: problem.max });
      case 'tooManyObjects':
        return say.bodyTooManyObjects({ max: problem.max });
      case 'tooLong':
        return say.bodyElementTooLong({ max: problem.max });
      case 'duplicateMember':
        return say.bodyDuplicateMember({ name: problem.name });
      case 'forbiddenMember':
        return say.bodyForbiddenMember({ name: problem.name });
    }
  })();
  const field =
    problem.type === 'duplicateMember' || problem.type === 'forbiddenMember'
      ? problem.name
      : 'body';
  return { code: codes.invalid, msg, errors: [{ field, message: msg }] };
}
