// Above the operator's list: a choice of statuses with their counts, and the sums of what is
// filtered. Both are of the newest thousand at most, and say so.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead, type Read } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import type { List } from '../../ui/use-list.ts';
import { statusNames } from './filters.ts';
import { transactionMessages } from './messages.ts';
import { summedMessages } from './summed-messages.ts';
import type { Status } from './status-badge.tsx';
import '../../ui/tabs.css';
import './summed.css';

type Sums = RouteAnswer<'GET operator/transactions/sums'>;
type ListOfAll = Pick<
  List<'GET operator/transactions', { status: string }>,
  'query' | 'values' | 'narrow'
>;

const everyMs = 30_000;

export function Summed({ list }: { list: ListOfAll }) {
  const read = useRead('GET operator/transactions/sums', { query: list.query }, { everyMs });
  return (
    <div className="stack summed">
      <Statuses list={list} read={read} />
      {read.answer === undefined ? null : <Sum sums={read.answer} />}
    </div>
  );
}

/** Those that nothing has are left out, but for the one that is chosen. */
function Statuses({ list: { values, narrow }, read }: { list: ListOfAll; read: Read<Sums> }) {
  const messages = useMessages(summedMessages);
  const { statuses } = useMessages(transactionMessages);
  const { number } = useFormat();
  const chosen = values['status'] ?? '';
  const { counts = [], more = false } = read.answer ?? {};
  const countOf = (name: Status): number =>
    counts.find(({ status }) => status === name)?.count ?? 0;
  const shown = (count: number): string => (more ? `${number(count)}+` : number(count));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const names = statusNames.filter((name) => countOf(name) > 0 || name === chosen);
  const choice = (value: string, label: string, count: number) => (
    <button
      key={value}
      type="button"
      aria-pressed={chosen === value}
      onClick={() => narrow({ status: value })}
    >
      {label} {read.answer === undefined ? null : <span className="number">{shown(count)}</span>}
    </button>
  );
  return (
    <div role="group" aria-label={messages.statuses} className="tabs-list summed-choices">
      {choice('', messages.all, all)}
      {names.map((name) => choice(name, statuses[name], countOf(name)))}
    </div>
  );
}

function Sum({ sums: { sums, sumsMore } }: { sums: Sums }) {
  const messages = useMessages(summedMessages);
  const count = sums.reduce((all, each) => all + each.count, 0);
  if (count === 0) return null;
  return (
    <p className="soft">
      {sumsMore ? messages.newest(count) : messages.found(count)}{' '}
      {sums.map(({ currency, amount }, place) => (
        <span key={currency}>
          {place === 0 ? null : ' · '}
          <strong>
            <Money amount={amount} currency={currency} code={sums.length > 1} />
          </strong>
        </span>
      ))}
    </p>
  );
}
