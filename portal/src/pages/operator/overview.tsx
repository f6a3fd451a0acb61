// How is the whole gateway doing? Figures at a glance, charts by hour, providers with their floats, and the health of the books.

import { useLive, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../router/index.ts';
import { Card, Stat } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { HourCharts, type Hours } from './hour-charts.tsx';
import { overviewTexts } from './overview-texts.ts';
import { RoutesCard } from './routes-card.tsx';
import './operator.css';

/** Events tell of what happens; this is for what does not. */
const everyMs = 60_000;

export default function Overview() {
  const words = useTexts(overviewTexts);
  const overview = useRead('GET operator/overview', {}, { everyMs });
  useLive(['figures'], ['GET operator/overview']);
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded read={overview} lines={12}>
        {(answer) => (
          <>
            <Figures {...answer} />
            <HourCharts hours={answer.hours} />
            <RoutesCard routes={answer.routes} />
            <Card title={words.floats} lead={words.floatsLead} actions={<ButtonLink to="/floats">{words.floatsMore}</ButtonLink>} flush>
              <DataTable
                id="floats"
                caption={words.floatsCaption}
                rows={answer.floats}
                rowKey={({ route, currency }) => `${route} ${currency}`}
                empty={<EmptyState icon="wallet" title={words.noFloats} />}
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
          </>
        )}
      </Loaded>
      <DoctorCard />
    </Page>
  );
}

interface Figured {
  hours: Hours;
  unknown: number;
  discrepancies: number;
  callbacks: { due: number; lateMs: number; parked: number; lanesAway: number };
  nodes: number;
}

function Figures({ hours, unknown, discrepancies, callbacks, nodes }: Figured) {
  const words = useTexts(overviewTexts);
  const { number, share } = useFormat();
  const sum = (key: 'opened' | 'succeeded' | 'failed'): number => hours.reduce((total, hour) => total + hour[key], 0);
  const decided = sum('succeeded') + sum('failed');
  return (
    <div className="operator-figures">
      <Stat label={words.opened} value={number(sum('opened'))} />
      <Stat label={words.successShare} value={decided === 0 ? '–' : share(sum('succeeded') / decided)} note={words.successNote} />
      <Stat label={words.unknown} value={number(unknown)} note={<Link to="/cases?of=unknown">{words.unknownNote}</Link>} />
      <Stat label={words.discrepancies} value={number(discrepancies)} note={<Link to="/cases">{words.discrepanciesNote}</Link>} />
      <Stat
        label={words.callbacks}
        value={number(callbacks.due)}
        note={words.callbacksNote(number(callbacks.parked), number(callbacks.lanesAway))}
      />
      <Stat label={words.late} value={words.seconds(number(callbacks.lateMs / 1_000, 1))} note={words.lateNote} />
      <Stat label={words.nodes} value={number(nodes)} />
    </div>
  );
}
