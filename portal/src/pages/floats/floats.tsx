// How much of our money is with each provider, and what moved between them and our bank?

import { useState, type ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link, textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { MoveFloat } from './move-float.tsx';
import { floatTexts } from './texts.ts';

type Floats = RouteAnswer<'GET operator/floats'>;

const filters = { after: textParam() };
const everyMs = 15_000;

export default function FloatsPage() {
  const words = useTexts(floatTexts);
  const [{ after }, change] = useSearch(filters);
  const read = useRead('GET operator/floats', { query: { ...(after && { after }) } }, { everyMs });
  const may = useMay('POST operator/floats');
  const [moving, setMoving] = useState(false);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        may && read.answer !== undefined && read.answer.routes.length > 0 ? (
          <Button look="primary" icon="wallet" onClick={() => setMoving(true)}>
            {words.move}
          </Button>
        ) : null
      }
    >
      <Loaded read={read} lines={8}>
        {(answer) => (
          <>
            <Card title={words.floats} flush>
              <DataTable
                id="float-sums"
                caption={words.floats}
                rows={answer.floats}
                rowKey={({ route, currency }) => `${route} ${currency}`}
                empty={<EmptyState icon="wallet" title={words.none} />}
                columns={[
                  { key: 'route', header: words.route, cell: ({ route }) => route },
                  {
                    key: 'amount',
                    header: words.amount,
                    align: 'end',
                    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
                  },
                ]}
              />
            </Card>
            <Moves
              answer={answer}
              loading={read.loading}
              pager={<Pager after={after} next={answer.next} onChange={(to) => change({ after: to }, { push: true })} />}
            />
            {moving ? <MoveFloat routes={answer.routes} onEnd={() => setMoving(false)} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Moves({ answer: { moves }, loading, pager }: { answer: Floats; loading: boolean; pager: ReactNode }) {
  const words = useTexts(floatTexts);
  const { day } = useFormat();
  return (
    <Card title={words.moves} flush>
      <DataTable
        id="float-moves"
        caption={words.moves}
        rows={moves}
        rowKey={({ id }) => String(id)}
        loading={loading}
        empty={
          <EmptyState icon="arrows" title={words.noMoves}>
            {words.noMovesHint}
          </EmptyState>
        }
        columns={[
          { key: 'reference', header: words.reference, cell: ({ reference }) => reference },
          { key: 'route', header: words.route, cell: ({ route }) => route },
          {
            key: 'amount',
            header: words.amount,
            align: 'end',
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} signed />,
          },
          { key: 'valueDate', header: words.valueDate, cell: ({ valueDate }) => day(valueDate) },
          { key: 'date', header: words.date, cell: ({ madeAt }) => <When at={madeAt} /> },
          {
            key: 'wish',
            header: words.wish,
            cell: ({ wishId }) => <Link to={`/approvals?state=done&open=${wishId}`}>{words.wishOf(String(wishId))}</Link>,
          },
        ]}
        pager={pager}
      />
    </Card>
  );
}
