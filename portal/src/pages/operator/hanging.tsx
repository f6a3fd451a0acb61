// Money without a result at a glance: how many payments hang and how much, by route, the oldest
// first.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { agedMessages } from '../cases/aged-messages.ts';
import { hangingMessages } from './hanging-messages.ts';
import { successShare, sumDecided, type Decided } from './success-share.ts';

type Overview = RouteAnswer<'GET operator/overview'>;
type OnRoute = Overview['hanging'][number];

/** The share of success of some hours, and what it leaves open. */
export function SuccessStat({ label, of }: { label: string; of: readonly Decided[] }) {
  const messages = useMessages(hangingMessages);
  const { number, share } = useFormat();
  const sum = sumDecided(of);
  const success = successShare(sum);
  return (
    <Stat
      label={label}
      value={success === null ? '–' : share(success)}
      note={
        sum.hanging === 0
          ? messages.ofDecided(sum.succeeded + sum.failed)
          : messages.ofDue(number(sum.succeeded + sum.failed), number(sum.hanging))
      }
    />
  );
}

export function HangingStat({ sums }: { sums: Overview['hangingSums'] }) {
  const messages = useMessages(hangingMessages);
  const { number } = useFormat();
  const count = sums.reduce((all, each) => all + each.count, 0);
  return (
    <Stat label={messages.title} value={number(count)}>
      {sums.map(({ currency, amount }) => (
        <p key={currency} className="stat-note">
          <Money amount={amount} currency={currency} />
        </p>
      ))}
      <p className="stat-note">
        <Link to="/aged-operations">{count === 0 ? messages.none : messages.open}</Link>
      </p>
    </Stat>
  );
}

/** Nothing where nothing hangs. */
export function HangingCard({ hanging }: { hanging: readonly OnRoute[] }) {
  const messages = useMessages(hangingMessages);
  const { title, oldest, route, amount } = useMessages(agedMessages);
  const { number } = useFormat();
  if (hanging.length === 0) return null;
  return (
    <Card
      title={title}
      lead={messages.lead}
      actions={
        <ButtonLink to="/aged-operations" small icon="clock">
          {messages.open}
        </ButtonLink>
      }
      flush
    >
      <DataTable
        id="hanging"
        caption={title}
        rows={hanging}
        rowKey={(each) => `${each.route} ${each.currency}`}
        empty={null}
        columns={[
          { key: 'route', header: route, primary: true, cell: (each) => each.route },
          {
            key: 'count',
            header: messages.operations,
            align: 'end',
            cell: ({ count }) => number(count),
          },
          {
            key: 'amount',
            header: amount,
            align: 'end',
            cell: (each) => <Money amount={each.amount} currency={each.currency} />,
          },
          { key: 'oldest', header: oldest, cell: ({ oldestAt }) => <When at={oldestAt} /> },
        ]}
      />
    </Card>
  );
}

/** In the cell of a route. */
export function HangingThere({ hanging }: { hanging: readonly Omit<OnRoute, 'route'>[] }) {
  const { number } = useFormat();
  if (hanging.length === 0) return '–';
  return hanging.map(({ currency, count, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} /> <span className="soft">({number(count)})</span>
    </div>
  ));
}
