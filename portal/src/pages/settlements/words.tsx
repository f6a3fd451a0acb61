// How are a settlement's state and destination said?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { destinationTexts } from './destination-texts.ts';
import { settlementTexts, type SettlementState } from './texts.ts';

export type Settlement = RouteAnswer<'GET settlements'>['items'][number];
export type Terms = RouteAnswer<'GET settlements/terms'>;
export type Destination = Terms['destinations'][number];

const tones: Record<SettlementState, Tone> = {
  REQUESTED: 'warn',
  APPROVED: 'info',
  PAID: 'good',
  REFUSED: 'bad',
  WITHDRAWN: 'neutral',
  RETURNED: 'bad',
};

export function StateBadge({ state }: { state: SettlementState }) {
  const { states } = useTexts(settlementTexts);
  return <Badge tone={tones[state]}>{states[state]}</Badge>;
}

/** In groups of four, as on paper. */
export function AccountNumber({ scheme, number }: Pick<Destination, 'scheme' | 'number'>) {
  return <span className="settlement-number">{scheme === 'phone' ? number : number.replace(/(.{4})(?=.)/g, '$1 ')}</span>;
}

/** The whole of it, on several lines. */
export function DestinationWords({ destination }: { destination: Settlement['destination'] }) {
  const { schemes } = useTexts(destinationTexts);
  const { removedNow } = useTexts(settlementTexts);
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
export const shortName = ({ institution, holder, number }: Pick<Destination, 'institution' | 'holder' | 'number'>): string =>
  `${institution} ···${number.slice(-4)} (${holder})`;
