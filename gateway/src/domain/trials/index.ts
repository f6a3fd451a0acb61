// The door of trials: does a connector work as it is configured? Its own check, the way to the provider step by step, and the provider's most
// harmless call. No money, no message, no transaction.

import type { SecureContext } from 'node:tls';
import { createTokenCache } from '@jokko/connector-kit';
import type { HttpRequest, HttpResult, Trial, TrialResult } from '@jokko/connector-kit';
import { checkConnectorConfig, type Configurable, type Configured, type ValueSources } from '../documents/index.ts';
import { reach } from '../../outbound/reach.ts';

/** `provider`: the harmless call. */
export type TrialStep = 'configuration' | 'name' | 'connection' | 'encryption' | 'provider';
export interface TriedStep {
  step: TrialStep;
  ok: boolean;
  /** For people, without secrets: an address, a balance, the code of an error. */
  detail: string;
  /** Why the provider's answer is none; null for other steps and when it is well. */
  why: Exclude<TrialResult, { ok: true }>['why'] | null;
  tookMs: number;
}

export interface TrialDeps {
  connectors: { readonly [name: string]: Configurable };
  sources: ValueSources;
  secureContext: SecureContext;
  call(request: HttpRequest): Promise<HttpResult>;
}

const reachTimeoutMs = 10_000;
const callTimeoutMs = 15_000;

/** What every connector's trial takes, whatever protocol it speaks. */
type AnyTrial = Trial<object, object>;

/** Every step up to the first that fails. Never throws for a provider's misbehaviour. */
export async function tryConnector(deps: TrialDeps, entry: Configured): Promise<TriedStep[]> {
  const { problems, connector, config } = checkConnectorConfig(entry, deps.connectors, deps.sources);
  const told = problems.map(({ path, message }) => `${path.replace(/^config\//, '')}: ${message}`).join('; ');
  const steps: TriedStep[] = [{ step: 'configuration', ok: problems.length === 0, detail: told, why: null, tookMs: 0 }];
  const trial = (connector as { trial?: AnyTrial } | null)?.trial;
  if (problems.length > 0 || trial === undefined) return steps;
  const reached = await reach(trial.target(config), deps.secureContext, reachTimeoutMs);
  steps.push(...reached.map((step) => ({ ...step, why: null })));
  if (reached.every(({ ok }) => ok)) steps.push(await callProvider(deps, trial, config));
  return steps;
}

async function callProvider(deps: TrialDeps, trial: AnyTrial, config: object): Promise<TriedStep> {
  const from = performance.now();
  const context = {
    config,
    http: (request: HttpRequest) => deps.call({ ...request, timeoutMs: Math.min(request.timeoutMs, callTimeoutMs) }),
    now: () => Date.now(),
    log: () => {},
    card: () => null,
    token: createTokenCache(),
  };
  const result = await within(callTimeoutMs, trial.call(context));
  return {
    step: 'provider',
    ok: result.ok,
    detail: result.said,
    why: result.ok ? null : result.why,
    tookMs: Math.round(performance.now() - from),
  };
}

async function within(timeoutMs: number, call: Promise<TrialResult>): Promise<TrialResult> {
  const { promise: late, resolve } = Promise.withResolvers<TrialResult>();
  const timer = setTimeout(() => resolve({ ok: false, why: 'no answer', said: 'timeout' }), timeoutMs);
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
