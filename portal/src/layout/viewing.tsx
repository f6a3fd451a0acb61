// Is this somebody else's portal that one only looks at? Said above every page, with the way back; it ends by itself.

import { useEffect } from 'react';
import { useChange, useMe, useSession } from '../api/index.ts';
import { defineTexts, useTexts } from '../language/index.ts';
import { navigate } from '../router/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { When } from '../ui/when.tsx';

const viewingTexts = defineTexts(
  {
    label: 'Vous regardez le portail d’un développeur',
    looking: (name: string) => `Vous regardez le portail de ${name}. Rien ne peut y être changé.`,
    until: "Jusqu'à",
    end: 'Terminer',
  },
  {
    label: "You are looking at a developer's portal",
    looking: (name) => `You are looking at the portal of ${name}. Nothing can be changed there.`,
    until: 'Until',
    end: 'End',
  },
);

/** Nothing for everybody else. */
export function Viewing() {
  const words = useTexts(viewingTexts);
  const { viewing, membership } = useMe();
  const { renew } = useSession();
  const { run, pending } = useChange('POST view/end');
  const until = viewing?.until;
  useEffect(() => {
    if (until === undefined) return;
    // The gateway's clock counts: a little later it is over there as well.
    const timer = setTimeout(
      () => void renew({ fresh: true }).then(() => navigate('/')),
      Math.max(1_000, Date.parse(until) - Date.now() + 1_000),
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
    <section className="shell-viewing" aria-label={words.label}>
      <Icon name="eye" />
      <p>
        {words.looking(membership.accountName ?? '')}{' '}
        <span className="soft">
          {words.until} <When at={until} show="exact" />
        </span>
      </p>
      <Button small pending={pending} onClick={() => void end()}>
        {words.end}
      </Button>
    </section>
  );
}
