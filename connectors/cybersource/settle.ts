// Turns what was read into an outcome: gives back what is not ours to take, logs what no table
// lists, and leaves unknown what proves nothing.

import type {
  Context,
  HttpResult,
  Intent,
  Outcome,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { doubted, noted, unclearCause, unknown, unlisted } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { CybersourceConfig } from './config.ts';
import type { CybersourceCall } from './reason-table.ts';
import type { Reading } from './read-payment.ts';
import { reverse } from './take-back.ts';

export interface Attempt {
  context: Context<CybersourceConfig>;
  intent: Intent;
  refs: Refs;
  call: CybersourceCall;
}

/** `inquire` asks what is known under our code; null where that has just been asked. */
export async function settle(
  attempt: Attempt,
  reading: Reading | null,
  result: HttpResult,
  inquire: (() => Promise<QueryOutcome>) | null,
): Promise<QueryOutcome> {
  const { context, intent, refs, call } = attempt;
  if (reading === null) return unclear(attempt, result);
  const found = { connector: 'cybersource', operation: call };
  switch (reading.kind) {
    case 'takeBack': {
      const { resolution } = settingsOf(context.config);
      const reversed = await reverse(context, intent, reading.refs, reading.error);
      return noted(context.log, found, reversed ?? unknown(reading.refs, 'ambiguous', resolution));
    }
    case 'inquire':
    case 'unclear': {
      const told = reading.kind === 'inquire' && inquire !== null ? await inquire() : null;
      if (told !== null && told.kind !== 'unknown') return told;
      const { resolution } = settingsOf(context.config);
      return reading.word === undefined
        ? (told ?? unclear(attempt, result))
        : doubted(context.log, found, told?.refs ?? refs, reading.word, resolution);
    }
    case 'unlisted': {
      const { resolution } = settingsOf(context.config);
      return unlisted(context.log, { ...found, code: reading.code }, refs, resolution);
    }
    default:
      return noted(context.log, found, reading);
  }
}

export function unclear({ context, refs }: Attempt, result: HttpResult): Outcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}

/** Directly after sending, "absent" proves nothing. */
export function asOutcome({ context }: Attempt, found: QueryOutcome): Outcome {
  if (found.kind !== 'absent' && found.kind !== 'reversed') return found;
  return unknown(found.refs, 'ambiguous', settingsOf(context.config).resolution);
}
