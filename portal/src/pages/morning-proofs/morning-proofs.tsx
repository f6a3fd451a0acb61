// Lists the morning proofs. Each opens as a page of its own.

import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Link } from '../../router/index.ts';
import { Money } from '../../ui/money.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { proofMessages } from './messages.ts';
import { Verdict } from './verdict.tsx';

export default function MorningProofs() {
  const messages = useMessages(proofMessages);
  const { day: shownDay, number } = useFormat();
  const list = useList('GET operator/morning-proofs');
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="morning-proofs"
      rowKey={({ day }) => day}
      columns={[
        {
          key: 'day',
          header: messages.day,
          cell: ({ day }) => <Link to={`/morning-proofs/${day}`}>{shownDay(day)}</Link>,
        },
        {
          key: 'verdict',
          header: messages.verdict,
          cell: ({ points }) => <Verdict points={points.length} />,
        },
        {
          key: 'points',
          header: messages.points,
          cell: ({ points }) =>
            [...new Set(points.map(({ code }) => messages.codes[code]))].join(', ') || '–',
        },
        {
          key: 'apart',
          header: messages.apart,
          align: 'end',
          cell: ({ apart }) =>
            apart.length === 0
              ? '–'
              : apart.map(({ currency, amount }) => (
                  <div key={currency}>
                    <Money amount={amount} currency={currency} code={apart.length > 1} />
                  </div>
                )),
        },
        {
          key: 'open',
          header: messages.stillOpen,
          align: 'end',
          cell: ({ points, open }) => (points.length === 0 ? '–' : number(open)),
        },
        { key: 'signed', header: messages.signedBy, cell: ({ signedBy }) => signedBy ?? '–' },
        { key: 'made', header: messages.madeAt, cell: ({ madeAt }) => <When at={madeAt} /> },
      ]}
      empty={{ icon: 'file', title: messages.none, hint: messages.noneHint }}
    />
  );
}
