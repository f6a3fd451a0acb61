// What waits for this person of the operator, and how is the gateway? Lists that the person may decide on, each with its oldest entry; the rest is the overview's.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useLive, useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Stat } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, EmptyState, Skeleton } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Link } from '../../router/index.ts';
import { AccessCard } from './access-card.tsx';
import { homeTexts } from './texts.ts';
import { useWaiting, type Waiting } from './waiting.ts';

/** Events tell of what happens; this is for what does not. */
const everyMs = 60_000;

export function OperatorHome() {
  const mayOverview = useMay('GET operator/overview');
  const overview = useRead('GET operator/overview', mayOverview ? {} : null, { everyMs });
  useLive(['figures'], ['GET operator/overview']);
  return (
    <>
      <WaitingCard overview={overview.answer} />
      {overview.answer === undefined ? null : <Figures {...overview.answer} />}
      <AccessCard />
    </>
  );
}

function WaitingCard({ overview }: { overview: RouteAnswer<'GET operator/overview'> | undefined }) {
  const { waiting: words } = useTexts(homeTexts);
  const { lines, loading, error, decides, again } = useWaiting(overview);
  return (
    <Card title={words.title} lead={decides ? words.lead : words.onlyReads}>
      {error === undefined ? null : <ErrorState error={error} again={again} />}
      {loading ? <Skeleton lines={4} /> : null}
      {decides && !loading && error === undefined && lines.length === 0 ? <EmptyState icon="check-circle" title={words.nothing} /> : null}
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
  const { waiting: words } = useTexts(homeTexts);
  const { number } = useFormat();
  return (
    <li className="waiting-line">
      <span className="step-mark">
        <Icon name={icon} size={16} />
      </span>
      <div className="step-words">
        <Link to={to} className="waiting-link">
          {words[name]}
        </Link>
        {since === null ? null : (
          <p className="soft small">
            {words.oldest} <When at={since} />
          </p>
        )}
      </div>
      <span className="waiting-count number">{more ? words.atLeast(number(count)) : number(count)}</span>
    </li>
  );
}

function Figures({ hours, unknown, callbacks }: RouteAnswer<'GET operator/overview'>) {
  const { figures: words } = useTexts(homeTexts);
  const { number, share } = useFormat();
  const sum = (key: 'opened' | 'succeeded' | 'failed'): number => hours.reduce((total, hour) => total + hour[key], 0);
  const decided = sum('succeeded') + sum('failed');
  return (
    <section aria-label={words.title}>
      <div className="figures-head">
        <h2>{words.title}</h2>
        <ButtonLink to="/overview" small icon="chart">
          {words.more}
        </ButtonLink>
      </div>
      <div className="today">
        <Stat label={words.opened} value={number(sum('opened'))} />
        <Stat label={words.success} value={decided === 0 ? '–' : share(sum('succeeded') / decided)} note={words.ofDecided} />
        <Stat label={words.unknown} value={number(unknown)} />
        <Stat label={words.callbacks} value={number(callbacks.due)} />
      </div>
    </section>
  );
}
