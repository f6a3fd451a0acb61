// Decides who reads the log: a person where a sandbox was started on a terminal, programs
// elsewhere.

import type { LogForm } from '../../platform/log.ts';
import type { Config } from '../config/config.ts';

export function logFormOf(
  { mode }: Pick<Config, 'mode'>,
  isTerminal = process.stdout.isTTY && process.stderr.isTTY,
): LogForm {
  return mode === 'sandbox' && isTerminal ? 'people' : 'json';
}
