// The form that an operator fills in for a route to the biller, and its check.

import { isHttpAddress, queryThenReplay, sandboxQuiescenceMs } from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';

export interface RestBillerConfig {
  /** Everything before `/bills`, for example `https://api.biller.example/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Signs the biller's notices. */
  noticeSecret: string;
  /** True on routes to the simulator: outcome digits count. Live mode refuses such a route. */
  sandbox: boolean;
  /** Default 10,000. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
/** How long the biller may take until its status query knows a payment. Ask the biller; 15 minutes is careful. */
const liveQuiescenceMs = 15 * 60_000;

export const configForm: ConfigField[] = [
  {
    name: 'baseUrl',
    type: 'url',
    label: { fr: 'Adresse de base', en: 'Base address' },
    required: true,
  },
  { name: 'apiKey', type: 'secret', label: { fr: 'Clé API', en: 'API key' }, required: true },
  {
    name: 'noticeSecret',
    type: 'secret',
    label: { fr: 'Secret des notifications', en: 'Secret of notices' },
    required: true,
  },
  {
    name: 'sandbox',
    type: 'boolean',
    label: { fr: 'Bac à sable', en: 'Sandbox' },
    required: true,
  },
  {
    name: 'timeoutMs',
    type: 'number',
    label: { fr: 'Délai de réponse (ms)', en: 'Answer time-out (ms)' },
    required: false,
  },
];

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: RestBillerConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (field: keyof RestBillerConfig, message: string) =>
    problems.push({ field, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  if (!config.apiKey) refuse('apiKey', 'must not be empty');
  if (!config.noticeSecret) refuse('noticeSecret', 'must not be empty');
  if (typeof config.sandbox !== 'boolean') refuse('sandbox', 'must be true or false');
  const timeoutMs = timeoutOf(config);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000)
    refuse('timeoutMs', 'must be a whole number from 100 to 60000');
  return problems;
}

export const timeoutOf = ({ timeoutMs }: RestBillerConfig): number => timeoutMs ?? defaultTimeoutMs;

/** The way out of an unknown outcome: the biller executes a reference at most once, so the same bytes may go out again. */
export const resolutionOf = ({ sandbox }: RestBillerConfig): Resolution =>
  queryThenReplay(sandbox ? sandboxQuiescenceMs : liveQuiescenceMs);
