// There is no status query at Meta. What is known is that a message with an id was accepted; of one
// without, only a notice can tell. No call is made.

import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { pending, unknown } from '@jokko/connectors/kit';
import { resolution } from './config.ts';
import type { WhatsappConfig } from './config.ts';
import { nothingToAskMs } from './execute.ts';

export function query(
  _context: Context<WhatsappConfig>,
  _intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return Promise.resolve(
    refs.theirs === undefined
      ? unknown(refs, 'ambiguous', resolution)
      : { ...pending(refs, 'provider'), nextQueryInMs: nothingToAskMs },
  );
}
