// The usual end of an operation: success, or the failure that its digits chose.

import { reasons } from './catalogue.ts';
import { ruleOf } from './digits.ts';
import { hasPayer } from './operation.ts';
import { finish } from './record.ts';
import type { Operation } from './operation.ts';
import type { Parts } from './parts.ts';

export function conclude(parts: Parts, operation: Operation): Promise<boolean> {
  const rule = ruleOf(operation.digits, hasPayer(operation.kind));
  if (rule.kind === 'fail') return finish(parts, operation, 'failed', rule.errorId, 1);
  if (rule.kind === 'unheardOf') return finish(parts, operation, 'failed', reasons.unheardOf, 1);
  return finish(parts, operation, 'executed', 0, rule.kind === 'twice' ? 2 : 1);
}
