// How is business today? Success, volume, balance, and callbacks that do not arrive.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { homeTexts } from './texts.ts';

type Home = RouteAnswer<'GET home'>;

export function TodayFigures({ home: { today, balances, callbacks } }: { home: Home }) {
  const { today: words } = useTexts(homeTexts);
  return (
    <section aria-label={words.title}>
      <h2 className="today-title">{words.title}</h2>
      <div className="today">
        <Results today={today} />
        {balances === null ? null : <Balance balances={balances} />}
        {callbacks === null ? null : <Callbacks callbacks={callbacks} />}
      </div>
    </section>
  );
}

function Results({ today }: Pick<Home, 'today'>) {
  const { today: words } = useTexts(homeTexts);
  const format = useFormat();
  const ended = today.succeeded + today.failed;
  const since = today.whole ? null : words.since(format.moment(today.since, 'clock'));
  return (
    <>
      <Stat
        label={words.success}
        value={ended === 0 ? '–' : format.share(today.succeeded / ended)}
        note={ended === 0 ? words.noResults : words.successNote(format.number(today.succeeded), ended)}
      >
        {since === null ? null : <p className="stat-note">{since}</p>}
      </Stat>
      <Stat
        label={words.volume}
        value={today.volumes.length === 0 ? '–' : <Amounts amounts={today.volumes} />}
        {...(since === null ? {} : { note: since })}
      />
    </>
  );
}

function Balance({ balances }: { balances: NonNullable<Home['balances']> }) {
  const { today: words } = useTexts(homeTexts);
  const format = useFormat();
  const available = balances.map(({ currency, available: amount }) => ({ currency, amount }));
  return (
    <Stat label={words.balance} value={balances.length === 0 ? words.noBalance : <Amounts amounts={available} />}>
      {balances
        .filter(({ held }) => held !== '0')
        .map(({ currency, held }) => (
          <p key={currency} className="stat-note">
            {words.held(format.money(held, currency))}
          </p>
        ))}
    </Stat>
  );
}

function Callbacks({ callbacks: { failing, parked, countedMax } }: { callbacks: NonNullable<Home['callbacks']> }) {
  const { today: words } = useTexts(homeTexts);
  const format = useFormat();
  const count = (value: number): string => (value >= countedMax ? words.atLeast(format.number(countedMax)) : format.number(value));
  const away = failing + parked;
  return (
    <Stat
      label={words.callbacks}
      value={count(away)}
      note={away === 0 ? words.callbacksFine : words.callbacksNote(count(failing), count(parked))}
    />
  );
}

function Amounts({ amounts }: { amounts: readonly { currency: string; amount: string }[] }) {
  return amounts.map(({ currency, amount }) => (
    <span key={currency} className="today-amount">
      <Money amount={amount} currency={currency} code={amounts.length > 1} />
    </span>
  ));
}
