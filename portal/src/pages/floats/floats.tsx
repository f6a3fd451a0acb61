// Page of the floats: how much of our money is with each provider, and the movements between them
// and our bank.

import { useState, type ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link, textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { CourseCard } from './course-card.tsx';
import { FloatSums } from './float-sums.tsx';
import { MoveFloat, type PreparedTopUp } from './move-float.tsx';
import { floatMessages } from './messages.ts';
import { approvalPath } from '../approval-requests/approval-path.ts';

type Floats = RouteAnswer<'GET operator/floats'>;

const filters = { after: textParam() };
const everyMs = 15_000;

/** Then each amount of the page has the code of its currency: F CFA is the sign of two. */
const hasSeveral = ({ floats, reported, moves }: Floats): boolean =>
  new Set([...floats, ...reported, ...moves].map(({ currency }) => currency)).size > 1;

export default function FloatsPage() {
  const messages = useMessages(floatMessages);
  const [{ after }, change] = useSearch(filters);
  const read = useRead('GET operator/floats', { query: { ...(after && { after }) } }, { everyMs });
  const may = useMay('POST operator/floats');
  const [moving, setMoving] = useState<'new' | PreparedTopUp | null>(null);
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        may && read.answer !== undefined && read.answer.routes.length > 0 ? (
          <Button variant="primary" icon="wallet" onClick={() => setMoving('new')}>
            {messages.move}
          </Button>
        ) : null
      }
    >
      <Loaded read={read} lines={8}>
        {(answer) => (
          <>
            <FloatSums
              floats={answer.floats}
              code={hasSeveral(answer)}
              {...(may && { onPrepare: setMoving })}
            />
            <CourseCard floats={answer.floats} />
            <Reported balances={answer.reported} code={hasSeveral(answer)} />
            <Moves
              answer={answer}
              loading={read.loading}
              pager={
                <Pager
                  after={after}
                  next={answer.next}
                  onChange={(to) => change({ after: to }, { push: true })}
                />
              }
            />
            {moving === null ? null : (
              <MoveFloat
                routes={answer.routes}
                prepared={moving === 'new' ? null : moving}
                onEnd={() => setMoving(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** `code`: of currencies, where the page has several. */
function Reported({ balances, code }: { balances: Floats['reported']; code: boolean }) {
  const messages = useMessages(floatMessages);
  return (
    <Card title={messages.reported} lead={messages.reportedLead} flush>
      <DataTable
        id="float-reported"
        phoneRows={10}
        caption={messages.reported}
        rows={balances}
        rowKey={({ routes, currency }) => `${routes.join(' ')} ${currency}`}
        empty={<EmptyState icon="wallet" title={messages.noneReported} />}
        columns={[
          { key: 'routes', header: messages.route, cell: ({ routes }) => routes.join(', ') },
          {
            key: 'available',
            header: messages.available,
            align: 'end',
            cell: ({ available, currency }) => (
              <Money amount={available} currency={currency} code={code} />
            ),
          },
          {
            key: 'booked',
            header: messages.booked,
            align: 'end',
            cell: ({ booked, currency }) => (
              <Money amount={booked} currency={currency} code={code} />
            ),
          },
          {
            key: 'difference',
            header: messages.difference,
            align: 'end',
            cell: ({ difference, currency }) =>
              difference === '0' ? (
                '–'
              ) : (
                <strong>
                  <Money amount={difference} currency={currency} code={code} signed />
                </strong>
              ),
          },
          { key: 'readAt', header: messages.readAt, cell: ({ readAt }) => <When at={readAt} /> },
        ]}
      />
    </Card>
  );
}

function Moves({ answer, loading, pager }: { answer: Floats; loading: boolean; pager: ReactNode }) {
  const messages = useMessages(floatMessages);
  const { day } = useFormat();
  return (
    <Card title={messages.moves} flush>
      <DataTable
        id="float-moves"
        caption={messages.moves}
        rows={answer.moves}
        rowKey={({ id }) => String(id)}
        loading={loading}
        empty={
          <EmptyState icon="arrows" title={messages.noMoves}>
            {messages.noMovesHint}
          </EmptyState>
        }
        columns={[
          { key: 'reference', header: messages.reference, cell: ({ reference }) => reference },
          { key: 'route', header: messages.route, cell: ({ route }) => route },
          {
            key: 'amount',
            header: messages.amount,
            align: 'end',
            cell: ({ amount, currency }) => (
              <Money amount={amount} currency={currency} code={hasSeveral(answer)} signed />
            ),
          },
          { key: 'valueDate', header: messages.valueDate, cell: ({ valueDate }) => day(valueDate) },
          { key: 'date', header: messages.date, cell: ({ madeAt }) => <When at={madeAt} /> },
          {
            key: 'approvalRequest',
            header: messages.approvalRequest,
            cell: ({ approvalRequestId }) => (
              <Link to={approvalPath(approvalRequestId)}>
                {messages.approvalRequestOf(String(approvalRequestId))}
              </Link>
            ),
          },
        ]}
        pager={pager}
      />
    </Card>
  );
}
