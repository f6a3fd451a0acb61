// Restores a restarted provider: reads the book line by line, then reschedules what is still
// pending.

import { ruleOf } from './digits.ts';
import { liveOfLine, operationOfLine } from './journal.ts';
import { hasPayer } from './operation.ts';
import { onlyWaits, plan } from './plan.ts';
import { statusAfter } from './store.ts';
import type { Line } from './operation.ts';
import type { Parts } from './parts.ts';

export function loadLine(parts: Parts, line: Line, offset: number): void {
  const { store } = parts;
  if (line.result === 'dropped') return store.project(line, undefined, undefined);
  const known = store.byReference.get(line.ourReference);
  const operation = known ?? operationOfLine(line, offset);
  const before = known?.status;
  if (known === undefined) store.remember(operation);
  store.project(line, operation, before);
  operation.status = statusAfter(line);
  operation.errorId = line.errorId ?? 0;
  operation.updatedAtMs = Date.parse(line.at);
  const expiresAtMs = hasPayer(operation.kind)
    ? operation.createdAtMs + (line.payerWindowMs ?? 0)
    : 0;
  const waits =
    line.result === 'accepted' &&
    !onlyWaits(ruleOf(operation.digits, hasPayer(operation.kind)), line.token);
  operation.live = waits ? liveOfLine(line, expiresAtMs) : null;
  if (line.token !== undefined) parts.tokens.remember(line.token, operation.seq);
}

export function resumePending(parts: Parts): void {
  for (const operation of parts.store.byReference.values()) {
    if (operation.status === 'pending')
      plan(parts, operation, ruleOf(operation.digits, hasPayer(operation.kind)));
  }
}
