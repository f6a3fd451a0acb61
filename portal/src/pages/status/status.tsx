// Status page: what the gateway observes of the services' providers, in words, for signed-in
// users, and for everybody where the installation wants that.

import type { RouteAnswer } from '@jokko/contract/portal';
import { CallError, useRead, useSession, type Read } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Page } from '../../layout/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Days } from './days.tsx';
import { Incident, type PublicIncident } from './incident.tsx';
import { statusMessages } from './messages.ts';
import { isWell, Services } from './services.tsx';
import { Subscribe } from './subscribe.tsx';

type Answer = RouteAnswer<'GET status'>;
type History = RouteAnswer<'GET status/history'>;
const everyMs = 20_000;
const historyEveryMs = 60_000;

export default function Status() {
  const messages = useMessages(statusMessages);
  const { me } = useSession();
  return me === null ? (
    <BarePage title={messages.title} lead={messages.lead}>
      <ForEverybody />
    </BarePage>
  ) : (
    <Page title={messages.title} lead={messages.lead}>
      <ForMembers />
    </Page>
  );
}

function ForMembers() {
  const read = useRead('GET status', {}, { everyMs });
  const history = useRead('GET status/history', {}, { everyMs: historyEveryMs });
  return <All read={read} history={history} />;
}

function ForEverybody() {
  const read = useRead('GET public-status', {}, { everyMs });
  const history = useRead('GET public-status/history', {}, { everyMs: historyEveryMs });
  const messages = useMessages(statusMessages);
  if (read.error instanceof CallError && read.error.code === 'notFound')
    return (
      <EmptyState icon="lock" title={messages.notPublic}>
        {messages.notPublicHint}
      </EmptyState>
    );
  return <All read={read} history={history} />;
}

function All({ read, history }: { read: Read<Answer>; history: Read<History> }) {
  const incidents = history.answer?.incidents ?? [];
  const present = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  return (
    <div className="stack stack-l">
      <Present incidents={present} />
      <Shown read={read} hasIncident={present.length > 0} />
      <Loaded read={history} lines={6}>
        {({ groups, isPublic, mails }) => (
          <>
            {groups.length === 0 ? null : <Days groups={groups} />}
            <Past incidents={incidents.filter(({ resolvedAt }) => resolvedAt !== null)} />
            {isPublic ? <Subscribe mails={mails} /> : null}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Present({ incidents }: { incidents: readonly PublicIncident[] }) {
  const messages = useMessages(statusMessages);
  if (incidents.length === 0) return null;
  return (
    <Card title={messages.present}>
      {incidents.map((incident) => (
        <Incident key={incident.id} incident={incident} />
      ))}
    </Card>
  );
}

function Past({ incidents }: { incidents: readonly PublicIncident[] }) {
  const messages = useMessages(statusMessages);
  return (
    <Card title={messages.past}>
      {incidents.length === 0 ? <p className="soft">{messages.noPast}</p> : null}
      {incidents.map((incident) => (
        <Incident key={incident.id} incident={incident} />
      ))}
    </Card>
  );
}

function Shown({ read, hasIncident }: { read: Read<Answer>; hasIncident: boolean }) {
  const messages = useMessages(statusMessages);
  return (
    <Loaded read={read} lines={8}>
      {({ at, sms, services: listed }) => {
        const services = [
          ...(sms === null ? [] : [{ code: '', name: messages.sms, country: null, state: sms }]),
          ...listed,
        ];
        const ill = hasIncident || !services.every(isWell);
        const down = services.some(({ state }) => state === 'down');
        const title = down ? messages.down : ill ? messages.ill : messages.well;
        return (
          <div className="stack stack-l">
            <Notice tone={down ? 'bad' : ill ? 'warn' : 'good'} title={title} live>
              {messages.at} <When at={at} show="exact" />
            </Notice>
            <Services services={services} />
          </div>
        );
      }}
    </Loaded>
  );
}
