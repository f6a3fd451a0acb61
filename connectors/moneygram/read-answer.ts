// Reads an answer of MoneyGram: an object, a refusal, or nothing that could be used.

import {
  asObject,
  codeMember,
  listMember,
  loggable,
  objectFromWire,
  providerError,
  queryRow,
  sandboxRow,
  textMember,
  wordMember,
  gaveUp,
} from '@jokko/connectors/kit';
import type {
  Context,
  HttpResult,
  JsonObject,
  ProviderError,
  RefusalRow,
} from '@jokko/connectors/kit';
import type { MoneygramConfig } from './config.ts';
import { refusalTable } from './outcome-table.ts';
import type { MoneygramOperation } from './outcome-table.ts';

export type Answer =
  | { kind: 'object'; object: JsonObject }
  | { kind: 'refused'; error: ProviderError; status: number }
  | { kind: 'unclear'; result: HttpResult };

/** Only an answer with MoneyGram's `errors` refuses: a page of a proxy does not. */
export function readAnswer(
  context: Context<MoneygramConfig>,
  operation: MoneygramOperation,
  result: HttpResult,
): Answer {
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return { kind: 'unclear', result };
  if (result.status >= 200 && result.status < 300) return { kind: 'object', object };
  const [first] = listMember(object, 'errors');
  const code = first === undefined ? undefined : codeMember(first, 'code');
  if (first === undefined || code === undefined) return { kind: 'unclear', result };
  const row =
    (context.config.sandbox ? forcedRow(first) : null) ??
    queryRow(refusalTable, operation, String(result.status));
  if (row === undefined) {
    // 429, 408 and 5xx say nothing; any other status is one that MoneyGram does not document.
    if (result.status !== 429 && !gaveUp(result.status))
      context.log('error', 'provider code is not in the outcome table', {
        connector: 'moneygram',
        operation,
        code: loggable(code),
        httpStatus: result.status,
      });
    return { kind: 'unclear', result };
  }
  return { kind: 'refused', error: refusal(row, code, first), status: result.status };
}

/** With the members that MoneyGram objects to, which is what the client can mend. */
function refusal(row: RefusalRow, code: string, error: JsonObject): ProviderError {
  const fields = listMember(error, 'offendingFields').flatMap(
    (offending) => textMember(offending, 'field') ?? [],
  );
  const words = [textMember(error, 'message'), fields.join(', ')].filter(Boolean).join(': ');
  return providerError(row, code, words === '' ? undefined : words);
}

/** The simulator names the catalogue entry itself. */
export function forcedRow(object: JsonObject): RefusalRow | null {
  const id = textMember(object, 'sandboxCatalogueId');
  return id !== undefined && /^\d{1,3}$/.test(id) ? sandboxRow(Number(id)) : null;
}

/** Its status; some answers write `IN TRANSIT`. */
export function statusIn(object: JsonObject): string {
  return (wordMember(object, 'transactionStatus') ?? '').replaceAll(' ', '_');
}

/** Eight digits; as a JSON number it has lost its leading zeros. */
export function referenceNumberIn(object: JsonObject): string | undefined {
  return codeMember(object, 'referenceNumber')?.padStart(8, '0');
}

/** The transaction of an answer, which some answers wrap. */
export function transactionIn(object: JsonObject): JsonObject {
  return asObject(object['transaction']) ?? object;
}
