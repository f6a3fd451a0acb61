// Brings a notice of the provider to a node, as the node's HTTP side would: acknowledged only once
// it is handled.

import type { ProviderEvent } from '@jokko/connectors/kit';
import { keepEvent } from '../../gateway/src/payments/provider-inbox/index.ts';
import { handleProviderEvent } from '../../gateway/src/payments/operations/index.ts';
import type { Counters } from './counters.ts';
import { outcomeOf } from './connector.ts';
import type { NodeLife } from './node.ts';
import type { ProviderNotice } from './provider.ts';
import type { Timeline } from './timeline.ts';

const acknowledgedWithinMs = 15_000;

export function takeNotice(
  timeline: Timeline,
  counters: Counters,
  life: NodeLife,
  { entry, outcome, bookable }: ProviderNotice,
  again: () => void,
): void {
  let done = false;
  const end = (acknowledged: boolean): void => {
    if (done) return;
    done = true;
    if (!acknowledged) again();
  };
  timeline.after(acknowledgedWithinMs, '', () => end(false));
  life.run(() => {
    const parts = life.parts!;
    const provider = parts.providers.of(parts.caches.catalogue(), entry.route)!;
    const refs = { ours: entry.reference, theirs: entry.theirs };
    const said =
      outcome === 'reversed'
        ? { kind: 'reversed' as const, refs }
        : outcomeOf({ ...entry, state: outcome }, refs);
    const event: ProviderEvent = {
      match: { ours: entry.reference },
      authenticated: bookable,
      dedupeKey: `${entry.theirs} ${outcome}`,
      claims: { amount: entry.amount, currency: entry.currency },
      outcome: said,
    };
    const take = async (): Promise<string> => {
      const { type } = await handleProviderEvent(parts.providerEvents, provider, event);
      if (type === 'later' || (type === 'unmatched' && event.authenticated))
        await keepEvent(parts.database, entry.route, event);
      return type;
    };
    take().then(
      (type) => {
        timeline.note(`${life.name} takes notice ${entry.theirs} ${outcome}: ${type}`);
        if (type !== 'taken') counters.count(`notice ${type}`);
        end(true);
      },
      (error: unknown) => {
        timeline.note(`${life.name} does not take notice ${entry.theirs}: ${String(error)}`);
        end(false);
      },
    );
  });
}
