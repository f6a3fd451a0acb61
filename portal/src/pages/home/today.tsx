// Shows today's business: success, volume, balance, and callbacks that do not arrive.

import { defined } from '@jokko/contract/defined';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { homeMessages } from './messages.ts';

type Home = RouteAnswer<'GET home'>;

export function TodayMetrics({ home: { today, balances, callbacks } }: { home: Home }) {
  const messages = useMessages(homeMessages.today);
  return (
    <section aria-label={messages.title}>
      <h2 className="today-title">{messages.title}</h2>
      <div className="today">
        <Results today={today} />
        {balances === null ? null : <Balance balances={balances} />}
        {callbacks === null ? null : <Callbacks callbacks={callbacks} />}
      </div>
    </section>
  );
}

function Results({ today }: Pick<Home, 'today'>) {
  const messages = useMessages(homeMessages.today);
  const format = useFormat();
  const ended = today.succeeded + today.failed;
  const since = today.whole ? null : messages.since(format.moment(today.since, 'clock'));
  return (
    <>
      <Stat
        label={messages.success}
        value={ended === 0 ? '–' : format.share(today.succeeded / ended)}
        note={
          ended === 0
            ? messages.noResults
            : messages.successNote(format.number(today.succeeded), ended)
        }
      >
        {since === null ? null : <p className="stat-note">{since}</p>}
      </Stat>
      <Stat
        label={messages.volume}
        value={today.volumes.length === 0 ? '–' : <Amounts amounts={today.volumes} />}
        {...defined({ note: since })}
      />
    </>
  );
}

function Balance({ balances }: { balances: NonNullable<Home['balances']> }) {
  const messages = useMessages(homeMessages.today);
  const format = useFormat();
  const available = balances.map(({ currency, available: amount }) => ({ currency, amount }));
  return (
    <Stat
      label={messages.balance}
      value={balances.length === 0 ? messages.noBalance : <Amounts amounts={available} />}
    >
      {balances
        .filter(({ held }) => held !== '0')
        .map(({ currency, held }) => (
          <p key={currency} className="stat-note">
            {messages.held(format.money(held, currency))}
          </p>
        ))}
    </Stat>
  );
}

function Callbacks({
  callbacks: { failing, abandoned, countedMax },
}: {
  callbacks: NonNullable<Home['callbacks']>;
}) {
  const messages = useMessages(homeMessages.today);
  const format = useFormat();
  const count = (value: number): string =>
    value >= countedMax ? messages.atLeast(format.number(countedMax)) : format.number(value);
  const away = failing + abandoned;
  const links = [
    { state: 'due', number: failing, label: messages.retrying },
    { state: 'abandoned', number: abandoned, label: messages.abandoned },
  ].filter(({ number }) => number > 0);
  return (
    <Stat
      label={messages.callbacks}
      value={count(away)}
      {...defined({ note: away === 0 ? messages.callbacksFine : undefined })}
    >
      {links.map(({ state, number, label }) => (
        <p key={state} className="stat-note">
          <Link to={`/callbacks?state=${state}`}>{label(count(number))}</Link>
        </p>
      ))}
    </Stat>
  );
}

function Amounts({ amounts }: { amounts: readonly { currency: string; amount: string }[] }) {
  return amounts.map(({ currency, amount }) => (
    <span key={currency} className="today-amount">
      <Money amount={amount} currency={currency} code={amounts.length > 1} />
    </span>
  ));
}
