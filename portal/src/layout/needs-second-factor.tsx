// Why can somebody do less here than their role allows? Money and keys need a second factor; this says so, and where one is added.

import { useMe } from '../api/index.ts';
import { defineTexts, useTexts } from '../language/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const texts = defineTexts(
  {
    title: 'Il vous manque un second facteur',
    why: 'Pour créer ou changer des clés et des secrets, ajoutez une application de codes ou une clé d’accès. Cela prend une minute.',
    add: 'Ajouter un second facteur',
  },
  {
    title: 'You have no second factor yet',
    why: 'To make or change keys and secrets, add an authenticator app or a passkey. It takes a minute.',
    add: 'Add a second factor',
  },
);

/** Nothing for those who have one. */
export function NeedsSecondFactor() {
  const words = useTexts(texts);
  const { person } = useMe();
  if (person.totp || person.passkeys > 0) return null;
  const add = (
    <ButtonLink small icon="shield" to="/security">
      {words.add}
    </ButtonLink>
  );
  return (
    <Notice tone="warn" title={words.title} actions={add}>
      {words.why}
    </Notice>
  );
}
