// Banner above the pages of a developer while an incident concerns one of their services. Each user
// puts each incident away for themselves.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useRead } from '../api/index.ts';
import { useLanguage, useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { Link } from '../router/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

const bannerMessages = {
  label: t('Incident en cours', 'Current incident'),
  more: t('État des services', 'Service status'),
  dismiss: t('Masquer', 'Dismiss'),
  dismissOne: t(
    (title: string) => `Masquer : ${title}`,
    (title) => `Dismiss: ${title}`,
  ),
};

const everyMs = 60_000;

/** Nothing while there is none, and for operators. */
export function IncidentBanner() {
  const may = useMay('GET incidents');
  const { answer } = useRead('GET incidents', may ? {} : null, { everyMs });
  if (!may) return null;
  return (answer?.items ?? []).map((incident) => <Banner key={incident.id} incident={incident} />);
}

function Banner({
  incident: { id, title, updates },
}: {
  incident: RouteAnswer<'GET incidents'>['items'][number];
}) {
  const messages = useMessages(bannerMessages);
  const { language } = useLanguage();
  const { run, pending } = useChange('POST incidents/dismiss', { changes: ['GET incidents'] });
  return (
    <section className="shell-viewing" aria-label={messages.label}>
      <Icon name="alert" />
      <p>
        <strong>{title[language]}</strong> {updates[0]?.text[language]}{' '}
        <Link to="/status">{messages.more}</Link>
      </p>
      <Button
        small
        pending={pending}
        aria-label={messages.dismissOne(title[language])}
        onClick={() => void run({ body: { id } })}
      >
        {messages.dismiss}
      </Button>
    </section>
  );
}
