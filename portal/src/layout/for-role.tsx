// Checks whether a page is for this user's role at all. If not, it shows that, instead of a page
// whose every call is refused.

import type { ReactNode } from 'react';
import type { RouteName } from '@jokko/contract/portal';
import { useMe } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { useRouter } from '../router/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { neededAt } from './navigation.ts';
import { Page } from './page.tsx';

const forRoleMessages = {
  title: t('Page non accessible', 'Page not available'),
  body: t(
    'Votre rôle dans ce compte ne donne pas accès à cette page. Si vous avez plusieurs comptes, changez de compte en haut de la page.',
    'Your role in this account does not give access to this page. If you have several accounts, switch accounts at the top of the page.',
  ),
  home: t('Retour à l’accueil', 'Back to home'),
};

/** `needs`: what the page's route names; else what the navigation asks for at this place. */
export function ForRole({
  needs,
  children,
}: {
  needs: RouteName | undefined;
  children: ReactNode;
}) {
  const messages = useMessages(forRoleMessages);
  const { abilities } = useMe();
  const { place } = useRouter();
  const needed = needs === undefined ? neededAt(place.path) : [needs];
  if (needed.length === 0 || needed.some((name) => abilities.includes(name))) return children;
  return (
    <Page title={messages.title}>
      <EmptyState
        icon="lock"
        title={messages.title}
        action={
          <ButtonLink to="/" variant="primary" icon="home">
            {messages.home}
          </ButtonLink>
        }
      >
        {messages.body}
      </EmptyState>
    </Page>
  );
}
