// Makes the fields of configuration forms, those first that every protocol over HTTP has.

import type { ConfigField, ConfigProblem } from './connector.ts';
import { isRate } from './rate.ts';

/** A field of the form; `fr` and `en` are its label. */
export function configField<Name extends string>(
  name: Name,
  type: ConfigField['type'],
  fr: string,
  en: string,
  required: boolean,
): ConfigField {
  return { name, type, label: { fr, en }, required };
}

/** What the configuration of every protocol over HTTP holds. */
export interface HttpSettings {
  /** The address is our own simulator: outcome digits count. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
  /** What the provider's contract allows each node to send a second; absent: no limit. */
  ratePerSec?: number;
}

const defaultTimeoutMs = 10_000;

export const timeoutOf = ({ timeoutMs = defaultTimeoutMs }: HttpSettings): number => timeoutMs;

export const httpFields: readonly ConfigField[] = [
  configField('sandbox', 'boolean', 'Bac à sable', 'Sandbox', true),
  configField('timeoutMs', 'number', 'Délai de réponse (ms)', 'Answer time-out (ms)', false),
  configField('ratePerSec', 'number', 'Débit maximal par seconde', 'Highest rate a second', false),
];

/** Problems of the fields of `httpFields`. */
export function httpProblems(config: HttpSettings): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (typeof config.sandbox !== 'boolean')
    problems.push({ field: 'sandbox', message: 'must be true or false' });
  const timeoutMs = timeoutOf(config);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000)
    problems.push({ field: 'timeoutMs', message: 'must be a whole number from 100 to 60000' });
  if (!isRate(config.ratePerSec))
    problems.push({ field: 'ratePerSec', message: 'must be a number above 0' });
  return problems;
}
