// Above a list of transactions: a choice of statuses with their counts, and the sums of what is
// filtered. Both are of the newest thousand at most, and say so.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead, type Read } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Money } from '../../ui/money.tsx';
import { CountedChoices } from '../../ui/counted-choices.tsx';
import type { List, Listed, ListName, ListState } from '../../ui/use-list.ts';
import { statusNames } from './filters.ts';
import { transactionMessages } from './messages.ts';
import { summedMessages } from './summed-messages.ts';
import type { Status } from './status-badge.tsx';
import './summed.css';

type Sums = RouteAnswer<'GET operator/transactions/sums'>;
type Queried<Name extends ListName> = Pick<List<Name, { status: string }>, 'query'>;
type NarrowedList = Pick<ListState<Listed>, 'values' | 'filter'>;

const everyMs = 30_000;

/** The sums of the account's own. */
export function SummedOwn({ list }: { list: NarrowedList & Queried<'GET transactions'> }) {
  const read = useRead('GET transactions/sums', { query: list.query }, { everyMs });
  return <Shown list={list} read={read} />;
}

export function SummedOfAll({
  list,
}: {
  list: NarrowedList & Queried<'GET operator/transactions'>;
}) {
  const read = useRead('GET operator/transactions/sums', { query: list.query }, { everyMs });
  return <Shown list={list} read={read} />;
}

function Shown({ list, read }: { list: NarrowedList; read: Read<Sums> }) {
  return (
    <div className="stack summed">
      <Statuses list={list} read={read} />
      {read.answer === undefined ? null : <Sum sums={read.answer} />}
    </div>
  );
}

function Statuses({ list: { values, filter }, read }: { list: NarrowedList; read: Read<Sums> }) {
  const messages = useMessages(summedMessages);
  const { statuses } = useMessages(transactionMessages);
  const { counts, more = false } = read.answer ?? {};
  const countOf = (name: Status) => counts?.find(({ status }) => status === name)?.count ?? 0;
  const all = counts?.reduce((sum, { count }) => sum + count, 0) ?? null;
  return (
    <CountedChoices
      label={messages.statuses}
      chosen={values['status'] ?? ''}
      onChoose={(status) => filter({ status })}
      choices={[
        { value: '', label: messages.all, count: all, more },
        ...statusNames.map((name) => ({
          value: name,
          label: statuses[name],
          count: counts === undefined ? null : countOf(name),
          more,
        })),
      ]}
    />
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
