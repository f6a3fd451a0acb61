// Prepares the next attempt of an operation: its number, our reference and the exact bytes, before
// anything leaves.

import type { Connector, Prepared, ProviderError, StepInput } from '@jokko/connectors/kit';
import type { Attempt, NewAttempt, Operation } from '../model/operation.ts';
import type { Provider } from './providers.ts';
import { attemptNumberMax, attemptReference } from '../model/reference.ts';
import type { ExecuteDeps } from './job.ts';

/** Returns the stored request of a full refund, or null if the provider has no refunds. Pure. */
export function refundAttempt(
  deps: Pick<ExecuteDeps, 'providers' | 'catalogue'>,
  { terms, state }: Operation,
  original: Attempt | null,
  provider: Provider,
): NewAttempt | null {
  const { connector, config, capabilities } = provider;
  if (connector.prepareRefund === undefined || capabilities.refund === 'none' || original === null)
    return null;
  if (isElsewhere(original, provider)) return null;
  const number = state.attempts + 1;
  if (number > attemptNumberMax) return null;
  const intent = deps.providers.intentOf(deps.catalogue(), terms);
  if (capabilities.refundOf?.includes(intent.kind) === false) return null;
  const prepared = connector.prepareRefund(
    config,
    intent,
    original.refs,
    attemptReference(terms.id, number),
  );
  return newAttempt(number, 'refund', provider, prepared);
}

/**
 * Returns the stored request of the next attempt. Pure, so that it can be committed together with
 * the opening.
 */
export function firstAttempt(
  deps: Pick<ExecuteDeps, 'providers' | 'catalogue'>,
  operation: Pick<Operation, 'terms' | 'state'>,
  provider: Provider,
): NewAttempt {
  const { terms } = operation;
  const number = operation.state.attempts + 1;
  const intent = deps.providers.intentOf(deps.catalogue(), terms);
  const prepared = provider.connector.prepare(
    provider.config,
    intent,
    attemptReference(terms.id, number),
  );
  return newAttempt(number, 'execute', provider, prepared);
}

/**
 * Returns the stored request of the step that follows the payer's answer to the challenge of
 * `attempt`. A refusal leaves the operation as it is. Pure.
 */
export function stepAttempt(
  deps: Pick<ExecuteDeps, 'providers' | 'catalogue'>,
  { terms }: Pick<Operation, 'terms'>,
  attempt: Attempt,
  provider: Provider & { connector: { prepareStep: NonNullable<Connector['prepareStep']> } },
  input: StepInput,
): NewAttempt | { refusal: ProviderError } {
  const { connector, config } = provider;
  const number = attempt.number + 1;
  const intent = deps.providers.intentOf(deps.catalogue(), terms);
  const ours = attemptReference(terms.id, number);
  const prepared = connector.prepareStep(config, intent, attempt.refs, ours, input);
  if ('catalogue' in prepared) return { refusal: prepared };
  // Notices and the send journal find the attempt by this reference alone.
  if (prepared.refs.ours !== ours)
    throw new Error(`${connector.name} has given a step another reference than its own`);
  const step = newAttempt(number, 'execute', provider, prepared);
  const continues = { number: attempt.number, refs: attempt.refs };
  return { ...step, prepared: { ...step.prepared, continues } };
}

function newAttempt(
  number: number,
  purpose: Attempt['purpose'],
  { route, counterparty }: Provider,
  prepared: Prepared,
): NewAttempt {
  return {
    number,
    purpose,
    route,
    state: 'SENDING',
    prepared: { ...prepared, counterparty },
    refs: prepared.refs,
    cause: null,
    absences: 0,
    queries: 0,
  };
}

/**
 * Whether the route has another destination by now than the attempt had. The new destination does
 * not know the attempt, so neither "absent" nor a result from it counts.
 */
export function isElsewhere({ prepared }: Attempt, { counterparty }: Provider): boolean {
  return prepared.counterparty !== undefined && prepared.counterparty !== counterparty;
}
