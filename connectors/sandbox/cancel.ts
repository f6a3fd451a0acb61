// Cancels an attempt that waits for its payer.

import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { operationPath, post } from './call.ts';
import type { SandboxConfig } from './config.ts';
import { query } from './query.ts';
import { readAnswer } from './read-answer.ts';

/** `failed` with executed `no` means dropped; any other outcome is how the attempt stands. */
export async function cancel(
  context: Context<SandboxConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const result = await post(context, `${operationPath(refs.ours)}/cancel`, '{}');
  const found = readAnswer({ context, intent, refs }, 'cancel', result);
  return found === 'inquire' ? query(context, intent, refs) : found;
}
