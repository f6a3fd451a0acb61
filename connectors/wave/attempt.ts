// The attempt that an answer of Wave is read for, and what is said of an answer that proves
// nothing.

import {
  failed,
  failedFor,
  noted,
  objectFromWire,
  providerError,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import type {
  Context,
  Failed,
  HttpResult,
  Intent,
  JsonObject,
  RefusalRow,
  Refs,
  Unknown,
} from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { WaveConfig } from './config.ts';
import { weAreNotAllowed } from './error-table.ts';
import type { WaveOperation } from './error-table.ts';
import { readError } from './read-error.ts';

export interface Attempt {
  context: Context<WaveConfig>;
  intent: Intent;
  operation: WaveOperation;
  refs: Refs;
}

export type Answer = Extract<HttpResult, { kind: 'answer' }>;

/** What became of the attempt must be looked up. */
export function unclear(attempt: Attempt, result: HttpResult): Unknown {
  return unknown(attempt.refs, unclearCause(result), settingsOf(attempt.context.config).resolution);
}

/** A word or a code that Wave does not document. */
export function unlistedCode(attempt: Attempt, code: string, httpStatus?: number): Unknown {
  const { context, operation, refs } = attempt;
  const found = { connector: 'wave', operation, code };
  return unlisted(
    context.log,
    httpStatus === undefined ? found : { ...found, httpStatus },
    refs,
    settingsOf(context.config).resolution,
  );
}

/** Reads an answer that is no success: only a documented refusal proves that nothing was done. */
export function refusedBy(attempt: Attempt, result: Answer): Failed | Unknown {
  const object = !gaveUp(result.status) ? objectFromWire(result.body) : null;
  const read = object === null ? null : readError(attempt.context, attempt.operation, object);
  if (read === null || read.row === 'unclear') return unclear(attempt, result);
  const { code, message } = read;
  // Who we are is refused before anything is looked at, whatever the code.
  const row = read.row ?? (isAboutUs(result) ? weAreNotAllowed : undefined);
  return row === undefined
    ? unlistedCode(attempt, code, result.status)
    : failed(attempt.refs, providerError(row, code, message));
}

/** Our key or our wallet is refused. */
export const isAboutUs = ({ status }: Answer): boolean => status === 401 || status === 403;

/**
 * What ended without success. `error`: Wave's reason, if any; one that is not listed changes
 * nothing about the end.
 */
export function ended(
  attempt: Attempt,
  status: string,
  error: JsonObject | null,
  withoutError?: RefusalRow,
): Failed {
  const { context, operation, refs } = attempt;
  const read = error === null ? null : readError(context, operation, error);
  const row = read === null ? withoutError : read.row;
  const word = { status, reason: read?.code, message: read?.message };
  const outcome = failedFor(refs, row === 'unclear' ? undefined : row, word);
  return noted(context.log, { connector: 'wave', operation }, outcome);
}
