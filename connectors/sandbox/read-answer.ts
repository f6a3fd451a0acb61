// Classifies what an HTTP answer of the sandbox protocol proves about one attempt.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import {
  asObject,
  failed,
  noted,
  providerError,
  queryRow,
  objectFromWire,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import { resolution } from './config.ts';
import type { SandboxConfig } from './config.ts';
import { errorTable } from './outcome-table.ts';
import type { SandboxCall } from './outcome-table.ts';
import { readOperation } from './read-operation.ts';

export interface Attempt {
  context: Context<SandboxConfig>;
  intent: Intent;
  refs: Refs;
}

/**
 * `inquire`: something is known under our reference, and only a status query says what. Never
 * `not_sent`: that is the sender's to see.
 */
export function readAnswer(
  attempt: Attempt,
  call: SandboxCall,
  result: HttpResult,
): QueryOutcome | 'inquire' {
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null || gaveUp(result.status))
    return unknown(attempt.refs, unclearCause(result), resolution);
  if (result.status === 200 || result.status === 202) return outcomeOf(attempt, object);
  return readErrorAnswer(attempt, call, object, result.status);
}

function readErrorAnswer(
  attempt: Attempt,
  call: SandboxCall,
  object: JsonObject,
  httpStatus: number,
): QueryOutcome | 'inquire' {
  const { context, refs } = attempt;
  const error = asObject(object['error']);
  const code = error === null ? undefined : textMember(error, 'code');
  if (error === null || code === undefined) return unknown(refs, 'ambiguous', resolution);
  const row = queryRow(errorTable, call, code);
  switch (row) {
    case undefined:
      return unlisted(
        context.log,
        { connector: 'sandbox', operation: call, code, httpStatus },
        refs,
        resolution,
      );
    case 'inquire':
      return 'inquire';
    case 'absent':
      return { kind: 'absent', refs: { ours: refs.ours } };
    case 'unclear':
      return unknown(refs, 'ambiguous', resolution);
    case 'readOperation':
      return outcomeOf(
        attempt,
        asObject(error['operation']) ?? asObject(object['operation']) ?? object,
      );
    default: {
      return failed(refs, providerError(row, code, textMember(error, 'text')));
    }
  }
}

/** What it is about goes with it: the core compares it with the attempt. */
function outcomeOf(attempt: Attempt, object: JsonObject): QueryOutcome {
  const { context, intent, refs } = attempt;
  const read = readOperation(object);
  if (read === null) return unknown(refs, 'ambiguous', resolution);
  if (read.outcome.kind !== 'unlisted')
    return noted(context.log, { connector: 'sandbox', operation: intent.kind }, read.outcome);
  return unlisted(
    context.log,
    { connector: 'sandbox', operation: intent.kind, code: read.outcome.code },
    refs,
    resolution,
  );
}
