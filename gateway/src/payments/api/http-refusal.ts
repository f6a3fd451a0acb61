// Formats a refusal for the wire. One value, and the forms in which the interface wants it (rules
// H1, H2).

import {
  cardNumberFaults,
  codes,
  errorIdOfFault,
  errorIds,
  fieldErrors,
  fillAmount,
  firstSuggestion,
  invalidFieldsText,
  refundTreatment,
  type FieldFault,
  type Language,
} from '@jokko/contract';
import type { ProviderError } from '@jokko/connectors/kit';
import { errorCodeAndText, errorTextWithoutAmount, type Catalogue } from '../catalogue/index.ts';
import { refusalOf } from '../operations/index.ts';
import { envelopeForm, type Refusal, type RefusalForm } from '../../platform/http/http-refusal.ts';

/** Services and errors (rule H2). */
export const listForm: RefusalForm = ({ code, msg }) => ({
  success: false,
  services: [],
  code,
  msg,
  error: true,
});

/** Refund-cancel: a missing `statutTreatment` would be read as success (rule S4). */
export const refundForm: RefusalForm = (refusal) => ({
  message: refusal.msg,
  statutTreatment: refundTreatment.failed,
  ...envelopeForm(refusal),
});

/**
 * Faults by field. Where an entry of the error catalogue applies, `data.errorType` names it (rule
 * O8).
 */
export function invalidFields(
  faults: readonly FieldFault[],
  language: Language,
  business?: { catalogue: Catalogue; codeService: string; errorId: number | null },
): Refusal {
  const errors = fieldErrors(faults, language);
  const errorId =
    business === undefined
      ? null
      : (business.errorId ?? faults.map(errorIdOfFault).find((id) => id !== null) ?? null);
  const suggestion = firstSuggestion(faults, language);
  const withIt = (text: string): string => (suggestion === null ? text : `${text} ${suggestion}`);
  const msg = withIt(invalidFieldsText(faults, language));
  if (business === undefined || errorId === null) return { code: codes.invalid, msg, errors };
  const errorType = errorRecord(business.catalogue, errorId, business.codeService, language, null);
  return { code: codes.invalid, msg: withIt(errorType.message), data: { errorType }, errors };
}

/**
 * Before anything is stored or repeated in an answer. @param list a member that is looked at
 * elsewhere.
 */
export function cardNumberRefusal(
  body: { readonly [member: string]: unknown },
  language: Language,
  list?: string,
): Refusal | null {
  const faults = cardNumberFaults(list === undefined ? body : { ...body, [list]: undefined });
  return faults.length === 0 ? null : invalidFields(faults, language);
}

/**
 * `{id, codeService, code, message}` of answers. `amountText` fills the amount's place in the text;
 * null: there is no amount to speak of.
 */
export function errorRecord(
  catalogue: Catalogue,
  errorId: number | null,
  codeService: string,
  language: Language,
  amountText: string | null,
) {
  const { code, text } = errorCodeAndText(catalogue, errorId, language);
  if (amountText !== null)
    return { id: errorId, codeService, code, message: fillAmount(text, amountText) };
  const message = errorTextWithoutAmount(catalogue, errorId, language);
  return { id: errorId, codeService, code, message };
}

/** No route of the service takes anything on now: nothing is stored (rule O15). */
export function routeDown(catalogue: Catalogue, codeService: string, language: Language): Refusal {
  const errorType = errorRecord(catalogue, errorIds.operatorDown, codeService, language, null);
  return { code: codes.refused, msg: errorType.message, data: { errorType } };
}

/** A provider's refusal of a look-up, as an entry of the error catalogue. */
export function refusedByProvider(
  catalogue: Catalogue,
  error: ProviderError,
  codeService: string,
  language: Language,
  amountText: string | null,
): Refusal {
  const errorType = errorRecord(
    catalogue,
    refusalOf(error).errorId,
    codeService,
    language,
    amountText,
  );
  return { code: codes.refused, msg: errorType.message, data: { errorType } };
}
