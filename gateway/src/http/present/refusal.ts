// How does a refusal look on the wire? One value, and the forms the interface wants it in (rules H1, H2).

import {
  codes,
  errorIdOfFault,
  fieldErrors,
  fillAmount,
  invalidFieldsText,
  refundTreatment,
  texts,
  type Code,
  type FieldFault,
  type Language,
} from '@jokko/contract';
import type { ProviderError } from '@jokko/connector-kit';
import { errorCodeAndText, type Catalogue } from '../../domain/catalogue/index.ts';
import { refusalOf } from '../../domain/operations/index.ts';
import type { JsonProblem } from '../guards/strict-json.ts';

export interface Refusal {
  code: Code;
  msg: string;
  data?: object;
  errors?: { field: string; message: string }[];
}

/** The wire form of a refusal for one kind of endpoint. */
export type RefusalForm = (refusal: Refusal) => object;

export const envelopeForm: RefusalForm = ({ code, msg, data, errors }) => ({
  code,
  msg,
  error: true,
  data: data ?? {},
  ...(errors === undefined ? {} : { errors }),
});

/** Services and errors (rule H2). */
export const listForm: RefusalForm = ({ code, msg }) => ({ success: false, services: [], code, msg, error: true });

/** Refund-cancel: a missing `statutTreatment` would be read as success (rule S4). */
export const refundForm: RefusalForm = (refusal) => ({
  message: refusal.msg,
  statutTreatment: refundTreatment.failed,
  ...envelopeForm(refusal),
});

export function refusal(code: Code, msg: string): Refusal {
  return { code, msg };
}

/** Faults by field. Where an entry of the error catalogue applies, `data.errorType` names it (rule O8). */
export function invalidFields(
  faults: readonly FieldFault[],
  language: Language,
  business?: { catalogue: Catalogue; codeService: string; errorId: number | null },
): Refusal {
  const errors = fieldErrors(faults, language);
  const errorId = business === undefined ? null : (business.errorId ?? faults.map(errorIdOfFault).find((id) => id !== null) ?? null);
  const msg = invalidFieldsText(faults, language);
  if (business === undefined || errorId === null) return { code: codes.invalid, msg, errors };
  const errorType = errorRecord(business.catalogue, errorId, business.codeService, language, null);
  return { code: codes.invalid, msg: errorType.message, data: { errorType }, errors };
}

/** `{id, codeService, code, message}` of answers. `amountText` fills the amount's place in the text; null: there is no amount to speak of. */
export function errorRecord(
  catalogue: Catalogue,
  errorId: number | null,
  codeService: string,
  language: Language,
  amountText: string | null,
) {
  const { code, text } = errorCodeAndText(catalogue, errorId, language);
  if (amountText !== null) return { id: errorId, codeService, code, message: fillAmount(text, amountText) };
  // A sentence about an amount that nobody named says something wrong: the general one stands in for it.
  const message = fillAmount(text, '') === text ? text : errorCodeAndText(catalogue, null, language).text;
  return { id: errorId, codeService, code, message };
}

/** A provider's refusal of a look-up, as an entry of the error catalogue. */
export function refusedByProvider(
  catalogue: Catalogue,
  error: ProviderError,
  codeService: string,
  language: Language,
  amountText: string | null,
): Refusal {
  const errorType = errorRecord(catalogue, refusalOf(error).errorId, codeService, language, amountText);
  return { code: codes.refused, msg: errorType.message, data: { errorType } };
}

/** A body that is no usable JSON. */
export function malformed(problem: JsonProblem, language: Language): Refusal {
  const say = texts[language];
  const msg = (() => {
    switch (problem.type) {
      case 'notJson':
        return say.bodyNotJson();
      case 'inexactNumber':
        return say.bodyInexactNumber();
      case 'forbiddenCharacter':
        return say.bodyForbiddenCharacter();
      case 'tooDeep':
        return say.bodyTooDeep({ max: problem.max });
      case 'tooManyMembers':
        return say.bodyTooManyMembers({ max: problem.max });
      case 'duplicateMember':
        return say.bodyDuplicateMember({ name: problem.name });
      case 'forbiddenMember':
        return say.bodyForbiddenMember({ name: problem.name });
    }
  })();
  const field = problem.type === 'duplicateMember' || problem.type === 'forbiddenMember' ? problem.name : 'body';
  return { code: codes.invalid, msg, errors: [{ field, message: msg }] };
}
