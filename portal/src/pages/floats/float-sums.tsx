// Table of our floats: how much is with each provider, how long it lasts by the forecast, and a
// top-up prepared for another user's approval where something is missing.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { floatMessages } from './messages.ts';
import type { PreparedTopUp } from './move-float.tsx';

type Float = RouteAnswer<'GET operator/floats'>['floats'][number];

/** Nights and week-ends are over after as many. */
const soonHours = 72;
const hourMs = 3_600_000;

/**
 * `code`: of currencies, where the page has several. `onPrepare` absent: the user may not move
 * floats.
 */
export function FloatSums({
  floats,
  code,
  onPrepare,
}: {
  floats: readonly Float[];
  code: boolean;
  onPrepare?(topUp: PreparedTopUp): void;
}) {
  const messages = useMessages(floatMessages);
  const action: Column<Float> = {
    key: 'action',
    header: messages.action,
    align: 'end',
    cell: (float) => <Prepare float={float} onPrepare={(topUp) => onPrepare?.(topUp)} />,
  };
  return (
    <Card title={messages.floats} lead={messages.lastsHint} flush>
      <DataTable
        id="float-sums"
        caption={messages.floats}
        rows={floats}
        rowKey={({ route, currency }) => `${route} ${currency}`}
        empty={<EmptyState icon="wallet" title={messages.none} />}
        columns={[
          { key: 'route', header: messages.route, cell: ({ route }) => route },
          {
            key: 'amount',
            header: messages.amount,
            align: 'end',
            cell: ({ amount, currency }) => (
              <Money amount={amount} currency={currency} code={code} />
            ),
          },
          { key: 'lasts', header: messages.lasts, cell: (float) => <Lasts float={float} /> },
          {
            key: 'missing',
            header: messages.missing,
            align: 'end',
            cell: ({ forecast, currency }) =>
              forecast?.missing == null ? (
                '–'
              ) : (
                <Money amount={forecast.missing} currency={currency} code={code} />
              ),
          },
          ...(onPrepare === undefined ? [] : [action]),
        ]}
      />
    </Card>
  );
}

function Lasts({ float: { forecast } }: { float: Float }) {
  const messages = useMessages(floatMessages);
  const { duration } = useFormat();
  if (forecast === null) return <span className="soft small">{messages.fewData}</span>;
  const { hoursLeft } = forecast;
  if (hoursLeft === null) return messages.long;
  return (
    <Badge tone={hoursLeft < soonHours ? 'bad' : 'neutral'}>{duration(hoursLeft * hourMs)}</Badge>
  );
}

function Prepare({
  float: { route, currency, forecast },
  onPrepare,
}: {
  float: Float;
  onPrepare(topUp: PreparedTopUp): void;
}) {
  const messages = useMessages(floatMessages);
  const amount = forecast?.missing ?? null;
  if (amount === null) return null;
  return (
    <Button
      small
      aria-label={messages.prepareFor(route, currency)}
      onClick={() => onPrepare({ route, currency, amount })}
    >
      {messages.prepare}
    </Button>
  );
}
