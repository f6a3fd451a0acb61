// What the transactions of one account came to in the last 30 days: volume, success and fees of
// each currency, and results day by day.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Stat } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { Money } from '../../ui/money.tsx';
import { accountVolumeMessages } from './account-volume-messages.ts';

type Volume = RouteAnswer<'GET home/volume'>;

export function AccountVolume({ volume: { currencies, days } }: { volume: Volume }) {
  const messages = useMessages(accountVolumeMessages);
  if (currencies.length === 0) return <p className="soft">{messages.none}</p>;
  return (
    <>
      {currencies.map((of) => (
        <Figures key={of.currency} of={of} />
      ))}
      <Days days={days} />
    </>
  );
}

function Days({ days }: { days: Volume['days'] }) {
  const messages = useMessages(accountVolumeMessages);
  const { number } = useFormat();
  // One point is no line: the figures say it.
  if (days.length < 2) return null;
  const format = (value: number): string => number(value);
  return (
    <Chart
      label={messages.byDay}
      precision="day"
      times={days.map(({ at }) => at)}
      series={[
        { label: messages.received, values: days.map(({ opened }) => opened), area: true, format },
        {
          label: messages.succeeded,
          values: days.map(({ succeeded }) => succeeded),
          tone: 'good',
          format,
        },
        { label: messages.failed, values: days.map(({ failed }) => failed), tone: 'bad', format },
      ]}
    />
  );
}

function Figures({ of }: { of: Volume['currencies'][number] }) {
  const messages = useMessages(accountVolumeMessages);
  const { number, share } = useFormat();
  const { currency, opened, succeeded, failed, amount, fees } = of;
  const ended = succeeded + failed;
  return (
    <div className="stats">
      <Stat
        label={`${messages.volume} · ${currency}`}
        value={<Money amount={amount} currency={currency} />}
        note={messages.opened(opened)}
      />
      <Stat
        label={messages.success}
        value={ended === 0 ? '–' : share(succeeded / ended)}
        note={messages.successNote(number(succeeded), ended)}
      />
      <Stat label={messages.fees} value={<Money amount={fees} currency={currency} />} />
    </div>
  );
}
