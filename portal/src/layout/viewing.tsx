// Banner above every page while an operator views another account's portal read-only, with the way
// back; the view ends by itself.

import { useEffect } from 'react';
import { serverNow, useChange, useMe, useSession } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { navigate } from '../router/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { When } from '../ui/when.tsx';

const viewingMessages = {
  label: t('Vous consultez le portail d’un développeur', 'You are viewing a developer’s portal'),
  looking: t(
    (name: string) => `Vous consultez le portail de ${name} en lecture seule.`,
    (name) => `You are viewing the portal of ${name} in read-only mode.`,
  ),
  until: t('Jusqu’à', 'Until'),
  end: t('Quitter', 'Exit'),
};

/** Nothing for everybody else. */
export function Viewing() {
  const messages = useMessages(viewingMessages);
  const { viewing, membership } = useMe();
  const { renew } = useSession();
  const { run, pending } = useChange('POST view/end');
  const until = viewing?.until;
  useEffect(() => {
    if (until === undefined) return;
    // The gateway's clock counts: a little later it is over there as well.
    const timer = setTimeout(
      () => void renew({ fresh: true }).then(() => navigate('/')),
      Math.max(1_000, Date.parse(until) - serverNow() + 1_000),
    );
    return () => clearTimeout(timer);
  }, [until, renew]);
  if (until === undefined || membership === null) return null;
  const end = async (): Promise<void> => {
    const { accountId } = membership;
    if ((await run({ body: {} })) === null) return;
    await renew({ fresh: true });
    navigate(`/developers/${accountId}`);
  };
  return (
    <section className="shell-viewing" aria-label={messages.label}>
      <Icon name="eye" />
      <p>
        {messages.looking(membership.accountName ?? '')}{' '}
        <span className="soft">
          {messages.until} <When at={until} show="exact" />
        </span>
      </p>
      <Button small pending={pending} onClick={() => void end()}>
        {messages.end}
      </Button>
    </section>
  );
}
