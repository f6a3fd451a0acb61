// Formats a settlement's state and destination.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { destinationMessages } from './destination-messages.ts';
import { settlementMessages, type SettlementState } from './messages.ts';

export type Settlement = RouteAnswer<'GET settlements'>['items'][number];
export type Terms = RouteAnswer<'GET settlements/terms'>;
export type Destination = Terms['destinations'][number];

export function StateBadge({ state }: { state: SettlementState }) {
  const { states } = useMessages(settlementMessages);
  return <Badge tone={stateTones.settlement[state]}>{states[state]}</Badge>;
}

/** In groups of four, as on paper. */
export function AccountNumber({ scheme, number }: Pick<Destination, 'scheme' | 'number'>) {
  return (
    <span className="settlement-number">
      {scheme === 'phone' ? number : number.replace(/(.{4})(?=.)/g, '$1 ')}
    </span>
  );
}

/** The whole of it, on several lines. */
export function DestinationMessages({ destination }: { destination: Settlement['destination'] }) {
  const { schemes } = useMessages(destinationMessages);
  const { removedNow } = useMessages(settlementMessages);
  const { country } = useFormat();
  const { holder, institution, scheme } = destination;
  return (
    <span className="settlement-destination">
      {holder}
      {destination.removed ? <span className="soft"> ({removedNow})</span> : null}
      <span className="settlement-line soft">
        {institution} · {country(destination.country)}
      </span>
      <span className="settlement-line">
        {schemes[scheme]} <AccountNumber {...destination} />
      </span>
    </span>
  );
}

/** The end of it is enough to tell destinations apart. */
export const shortName = ({
  institution,
  holder,
  number,
}: Pick<Destination, 'institution' | 'holder' | 'number'>): string =>
  `${institution} ···${number.slice(-4)} (${holder})`;
