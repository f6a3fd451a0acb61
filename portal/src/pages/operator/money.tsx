// Money at a glance, for who may read what is earned: today's volume and fees beside the same day
// of last week, held funds, the float that ends first, and the volume hour by hour.

import { useState, type ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Card, Stat } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { lowestFloat } from './lowest-float.ts';
import { moneyMessages } from './money-messages.ts';
import './operator.css';

type Answer = RouteAnswer<'GET operator/overview/money'>;
type InCurrency = Answer['currencies'][number];

/** Hours that ended are kept by the gateway; this is for the one that runs. */
const everyMs = 20_000;

/** `otherwise`: what is drawn for who may not read it. */
export function MoneyToday({ otherwise }: { otherwise: ReactNode }) {
  const may = useMay('GET operator/overview/money');
  const money = useRead('GET operator/overview/money', may ? {} : null, { everyMs });
  const messages = useMessages(moneyMessages);
  if (!may) return otherwise;
  return (
    <Loaded read={money} lines={8}>
      {(answer) => (
        <section aria-label={messages.title} className="stack">
          <div className="operator-figures">
            <Compared label={messages.processed} currencies={answer.currencies} of="amount" />
            <Compared label={messages.fees} currencies={answer.currencies} of="fees" />
            <Held held={answer.held} />
            <Lowest floats={answer.floats} />
          </div>
          <Hourly currencies={answer.currencies} />
        </section>
      )}
    </Loaded>
  );
}

function Compared({
  label,
  currencies,
  of,
}: {
  label: string;
  currencies: readonly InCurrency[];
  of: 'amount' | 'fees';
}) {
  const messages = useMessages(moneyMessages);
  const { change } = useFormat();
  const [first] = currencies;
  const compare = (each: InCurrency): string => {
    const changed = change(each[of], each.weekBefore[of]);
    return changed === '–' ? messages.nothingBefore : messages.compared(changed);
  };
  if (first === undefined) return <Stat label={label} value="–" note={messages.nothing} />;
  return (
    <Stat label={label} value={<Amount currencies={currencies} each={first} of={of} />}>
      <p className="stat-note">{compare(first)}</p>
      {currencies.slice(1).map((each) => (
        <p key={each.currency} className="stat-note">
          <Amount currencies={currencies} each={each} of={of} /> · {compare(each)}
        </p>
      ))}
    </Stat>
  );
}

/** By the code of the currency where there are several. */
const Amount = ({
  currencies,
  each,
  of,
}: {
  currencies: readonly InCurrency[];
  each: InCurrency;
  of: 'amount' | 'fees';
}) => <Money amount={each[of]} currency={each.currency} code={currencies.length > 1} />;

function Held({ held }: { held: Answer['held'] }) {
  const messages = useMessages(moneyMessages);
  const [first, ...others] = held;
  return (
    <Stat
      label={messages.held}
      value={first === undefined ? '–' : <Money {...first} code={others.length > 0} />}
      note={messages.heldNote}
    >
      {others.map((each) => (
        <p key={each.currency} className="stat-note">
          <Money {...each} code />
        </p>
      ))}
    </Stat>
  );
}

function Lowest({ floats }: { floats: Answer['floats'] }) {
  const messages = useMessages(moneyMessages);
  const { duration, money } = useFormat();
  const lowest = lowestFloat(floats);
  if (lowest === null) return <Stat label={messages.lowest} value="–" note={messages.nothing} />;
  const { route, currency, hoursLeft, minimum } = lowest;
  const amount = money(lowest.amount, currency);
  return (
    <Stat
      label={messages.lowest}
      value={hoursLeft === null ? amount : duration(hoursLeft * hourMs)}
      note={
        <Link to="/floats">{hoursLeft === null ? route : messages.routeAmount(route, amount)}</Link>
      }
    >
      {minimum === null ? null : (
        <p className="stat-note">{messages.minimum(money(minimum, currency))}</p>
      )}
    </Stat>
  );
}

const hourMs = 3_600_000;

function Hourly({ currencies }: { currencies: readonly InCurrency[] }) {
  const messages = useMessages(moneyMessages);
  const { money } = useFormat();
  const [chosen, choose] = useState<string | null>(null);
  const shown = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  const hours = shown?.hours ?? [];
  const format = (amount: number): string => money(amount, shown?.currency ?? 'XOF');
  return (
    <Card
      title={messages.hourly}
      actions={
        currencies.length < 2 ? undefined : (
          <Select
            label={messages.currency}
            labelHidden
            value={shown?.currency}
            onChange={(event) => choose(event.target.value)}
            options={currencies.map(({ currency }) => ({ value: currency, label: currency }))}
          />
        )
      }
    >
      <Chart
        label={messages.hourly}
        times={hours.map(({ at }) => at)}
        series={[
          {
            label: messages.today,
            values: hours.map(({ amount }) => Number(amount)),
            area: true,
            format,
          },
          {
            label: messages.weekBefore,
            values: hours.map(({ weekBefore }) => Number(weekBefore)),
            tone: 'info',
            format,
          },
        ]}
      />
    </Card>
  );
}
