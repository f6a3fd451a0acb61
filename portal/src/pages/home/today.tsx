// How is business today? Success, volume, balance, and callbacks that do not arrive.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Stat } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { homeTexts } from './texts.ts';

export function TodayFigures({ home: { today, balances, callbacks } }: { home: RouteAnswer<'GET home'> }) {
  const { today: words } = useTexts(homeTexts);
  const format = useFormat();
  const ended = today.succeeded + today.failed;
  const since = today.whole ? null : words.since(format.moment(today.since, 'clock'));
  const count = (value: number): string =>
    value >= callbacks.countedMax ? words.atLeast(format.number(callbacks.countedMax)) : format.number(value);
  const away = callbacks.failing + callbacks.parked;
  return (
    <section aria-label={words.title}>
      <h2 className="today-title">{words.title}</h2>
      <div className="today">
        <Stat
          label={words.success}
          value={ended === 0 ? '–' : format.share(today.succeeded / ended)}
          note={ended === 0 ? words.noResults : words.successNote(format.number(today.succeeded), format.number(ended))}
        >
          {since === null ? null : <p className="stat-note">{since}</p>}
        </Stat>
        <Stat
          label={words.volume}
          value={
            today.volumes.length === 0
              ? '–'
              : today.volumes.map(({ currency, amount }) => (
                  <span key={currency} className="today-amount">
                    <Money amount={amount} currency={currency} />
                  </span>
                ))
          }
          {...(since === null ? {} : { note: since })}
        />
        <Stat
          label={words.balance}
          value={
            balances.length === 0
              ? words.noBalance
              : balances.map(({ currency, available }) => (
                  <span key={currency} className="today-amount">
                    <Money amount={available} currency={currency} />
                  </span>
                ))
          }
        >
          {balances
            .filter(({ held }) => held !== '0')
            .map(({ currency, held }) => (
              <p key={currency} className="stat-note">
                {words.held(format.money(held, currency))}
              </p>
            ))}
        </Stat>
        <Stat
          label={words.callbacks}
          value={count(Math.max(away, callbacks.failing, callbacks.parked))}
          note={away === 0 ? words.callbacksFine : words.callbacksNote(count(callbacks.failing), count(callbacks.parked))}
        />
      </div>
    </section>
  );
}
