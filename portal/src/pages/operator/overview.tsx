// Overview of the whole gateway: metrics at a glance, charts by hour, providers with their floats,
// and the health of the books.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRealtime, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../router/index.ts';
import { Card, Stat } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { TroubleNotice } from '../service-health/trouble-notice.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { HangingCard, HangingStat, SuccessStat } from './hanging.tsx';
import { HourCharts, type Hours } from './hour-charts.tsx';
import { MoneyToday } from './money.tsx';
import { overviewMessages } from './overview-messages.ts';
import { RoutesCard } from './routes-card.tsx';
import './operator.css';

/** Events tell of what happens; this is for what does not. */
const everyMs = 20_000;

export default function Overview() {
  const messages = useMessages(overviewMessages);
  const overview = useRead('GET operator/overview', {}, { everyMs });
  useRealtime(['metrics'], ['GET operator/overview']);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded read={overview} lines={12}>
        {(answer) => (
          <>
            <TroubleNotice troubled={answer.troubled} />
            <MoneyToday otherwise={null} />
            <Metrics {...answer} />
            <HangingCard hanging={answer.hanging} />
            <HourCharts hours={answer.hours} />
            <RoutesCard routes={answer.routes} />
            <Card
              title={messages.floats}
              lead={messages.floatsLead}
              actions={<ButtonLink to="/floats">{messages.floatsMore}</ButtonLink>}
              flush
            >
              <DataTable
                id="floats"
                phoneRows={5}
                caption={messages.floatsCaption}
                rows={answer.floats}
                rowKey={({ route, currency }) => `${route} ${currency}`}
                empty={<EmptyState icon="wallet" title={messages.noFloats} />}
                columns={[
                  { key: 'route', header: messages.route, cell: ({ route }) => route },
                  {
                    key: 'amount',
                    header: messages.amount,
                    align: 'end',
                    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
                  },
                ]}
              />
            </Card>
          </>
        )}
      </Loaded>
      <DoctorCard />
    </Page>
  );
}

interface Figured {
  hours: Hours;
  hangingSums: RouteAnswer<'GET operator/overview'>['hangingSums'];
  operationCases: number;
  callbacks: { due: number; lateMs: number; abandoned: number; destinationsAway: number };
  nodes: number;
}

function Metrics({ hours, hangingSums, operationCases, callbacks, nodes }: Figured) {
  const messages = useMessages(overviewMessages);
  const { number, duration } = useFormat();
  const opened = hours.reduce((total, hour) => total + hour.opened, 0);
  return (
    <div className="operator-figures">
      <Stat label={messages.opened} value={number(opened)} />
      <SuccessStat label={messages.successShare} of={hours} />
      <HangingStat sums={hangingSums} />
      <Stat
        label={messages.operationCases}
        value={number(operationCases)}
        note={<Link to="/cases">{messages.casesNote}</Link>}
      />
      <Stat
        label={messages.callbacks}
        value={number(callbacks.due)}
        note={messages.callbacksNote(
          number(callbacks.abandoned),
          number(callbacks.destinationsAway),
        )}
      />
      <Stat label={messages.late} value={duration(callbacks.lateMs)} note={messages.lateNote} />
      <Stat label={messages.nodes} value={number(nodes)} />
    </div>
  );
}
