// Queries the status of an attempt or of a refund, by our own reference, in one call.

import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { unknown } from '@jokko/connectors/kit';
import { get, operationPath } from './call.ts';
import { resolution } from './config.ts';
import type { SandboxConfig } from './config.ts';
import { readAnswer } from './read-answer.ts';

/** `absent` when the provider has never seen our reference. */
export async function query(
  context: Context<SandboxConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const found = readAnswer(
    { context, intent, refs },
    'inquire',
    await get(context, operationPath(refs.ours)),
  );
  return found === 'inquire' ? unknown(refs, 'ambiguous', resolution) : found;
}
