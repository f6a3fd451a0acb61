// Home page of an operator: what waits for this user, and the state of the gateway. Lists what the
// user may decide on, each with its oldest entry; the rest is on the overview.

import { defined } from '@jokko/contract/defined';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRealtime, useMay, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, EmptyState, Skeleton } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Link } from '../../router/index.ts';
import { TroubleNotice } from '../service-health/trouble-notice.tsx';
import { HangingCard, HangingStat, SuccessStat } from '../operator/hanging.tsx';
import { MoneyToday } from '../operator/money.tsx';
import { VolumeCard } from '../operator/volume-card.tsx';
import { AccessCard } from './access-card.tsx';
import { homeMessages } from './messages.ts';
import { useWaiting, type Waiting } from './waiting.ts';

/** Events tell of what happens; this is for what does not. */
const everyMs = 20_000;

export function OperatorHome() {
  const mayOverview = useMay('GET operator/overview');
  const overview = useRead('GET operator/overview', mayOverview ? {} : null, { everyMs });
  useRealtime(['metrics'], ['GET operator/overview']);
  return (
    <>
      <TroubleNotice troubled={overview.answer?.troubled ?? []} />
      <MoneyToday otherwise={overview.answer && <VolumeCard hours={overview.answer.hours} />} />
      <WaitingCard overview={overview.answer} />
      {overview.answer === undefined ? null : (
        <>
          <Metrics {...overview.answer} />
          <HangingCard hanging={overview.answer.hanging} />
        </>
      )}
      <AccessCard />
    </>
  );
}

function WaitingCard({ overview }: { overview: RouteAnswer<'GET operator/overview'> | undefined }) {
  const messages = useMessages(homeMessages.waiting);
  const { lines, loading, error, decides, again } = useWaiting(overview);
  return (
    <Card title={messages.title} lead={decides ? messages.lead : messages.onlyReads}>
      {error === undefined ? null : <ErrorState error={error} again={again} />}
      {loading ? <Skeleton lines={4} /> : null}
      {decides && !loading && error === undefined && lines.length === 0 ? (
        <EmptyState icon="check-circle" title={messages.nothing} />
      ) : null}
      {lines.length === 0 ? null : (
        <ul className="waiting">
          {lines.map((line) => (
            <WaitingLine key={line.name} {...line} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function WaitingLine({ name, to, icon, count, more, since }: Waiting) {
  const messages = useMessages(homeMessages.waiting);
  const { number } = useFormat();
  return (
    <li className="waiting-line">
      <span className="step-mark">
        <Icon name={icon} size={16} />
      </span>
      <div className="step-words">
        <Link to={to} className="waiting-link">
          {messages[name]}
        </Link>
        {since === null ? null : (
          <p className="soft small">
            {messages.oldest} <When at={since} />
          </p>
        )}
      </div>
      <span className="waiting-count number">
        {more ? messages.atLeast(number(count)) : number(count)}
      </span>
    </li>
  );
}

function Metrics({ hours, hangingSums, callbacks, sms }: RouteAnswer<'GET operator/overview'>) {
  const messages = useMessages(homeMessages.metrics);
  const { number, duration } = useFormat();
  const opened = hours.reduce((total, hour) => total + hour.opened, 0);
  return (
    <section aria-label={messages.title}>
      <div className="figures-head">
        <h2>{messages.title}</h2>
        <ButtonLink to="/overview" small icon="chart">
          {messages.more}
        </ButtonLink>
      </div>
      <div className="operator-figures">
        <Stat label={messages.opened} value={number(opened)} />
        <SuccessStat label={messages.success} of={hours} />
        <HangingStat sums={hangingSums} />
        <Stat label={messages.callbacks} value={number(callbacks.due)} />
        <Stat
          label={messages.sms}
          value={number(sms.waiting)}
          {...defined({
            note:
              sms.waiting === 0 ? undefined : messages.oldestSms(duration(sms.oldestSec * 1_000)),
          })}
        />
      </div>
    </section>
  );
}
