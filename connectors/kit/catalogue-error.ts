// Names an entry of the error catalogue in a refusal, by id. The code follows from the id, so the
// two cannot disagree.

import { errorCodeOf, isErrorId } from '@jokko/contract';
import type { ErrorId } from '@jokko/contract';
import type { RefusalRow } from './provider-error.ts';
import type { ProviderError } from './outcome.ts';

/** One row of an outcome table. */
export function refusalRow(
  catalogueId: ErrorId,
  retryable: ProviderError['retryable'],
  alert?: NonNullable<ProviderError['alert']>,
): RefusalRow {
  const row = { catalogue: errorCodeOf(catalogueId), catalogueId, retryable };
  return alert === undefined ? row : { ...row, alert };
}

/** The row that a simulator asks for by id, or null when that is no id of the catalogue. */
export function sandboxRow(catalogueId: number): RefusalRow | null {
  return isErrorId(catalogueId) ? refusalRow(catalogueId, 'never') : null;
}

/** The pure refusal of a sandbox order whose digits are 7NNN. */
export function refusedByDigits(catalogueId: number): ProviderError {
  const row = sandboxRow(catalogueId);
  if (row === null) throw new Error(`no catalogue entry ${catalogueId}`);
  return { ...row, provider: `sandbox digits ${7000 + catalogueId}` };
}
