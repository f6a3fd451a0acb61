// Explains why a user can do less here than their role allows: money and keys need a second
// factor. Links to where one is added.

import { useMe } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const needsSecondFactorMessages = {
  title: t('Ajoutez un second facteur', 'Add a second factor'),
  why: t(
    'Pour créer ou modifier des clés et des secrets, ajoutez une application d’authentification ou une clé d’accès. Cela prend une minute.',
    'To create or change keys and secrets, add an authenticator app or a passkey. It takes a minute.',
  ),
  add: t('Ajouter un second facteur', 'Add a second factor'),
};

/** Nothing for those who have one. */
export function NeedsSecondFactor() {
  const messages = useMessages(needsSecondFactorMessages);
  const { user } = useMe();
  if (user.totp || user.passkeys > 0) return null;
  const add = (
    <ButtonLink small icon="shield" to="/security">
      {messages.add}
    </ButtonLink>
  );
  return (
    <Notice tone="warn" title={messages.title} actions={add}>
      {messages.why}
    </Notice>
  );
}
