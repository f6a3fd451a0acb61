// Is this page for this person's role at all? If not it says so, instead of a page whose every call is refused.

import type { ReactNode } from 'react';
import type { RouteName } from '@jokko/contract/portal';
import { useMe } from '../api/index.ts';
import { defineTexts, useTexts } from '../language/index.ts';
import { useRouter } from '../router/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { neededAt } from './navigation.ts';
import { Page } from './page.tsx';

const forRoleTexts = defineTexts(
  {
    title: 'Pas pour votre rôle',
    words:
      'Cette page existe, mais votre rôle dans ce compte n’y donne pas accès. Si vous avez plusieurs comptes, changez de compte en haut.',
    home: "Revenir à l'accueil",
  },
  {
    title: 'Not for your role',
    words: 'This page exists, but your role in this account gives no access to it. If you have several accounts, change the account above.',
    home: 'Back to the home page',
  },
);

/** `needs`: what the page's route names; else what the navigation asks for at this place. */
export function ForRole({ needs, children }: { needs: RouteName | undefined; children: ReactNode }) {
  const words = useTexts(forRoleTexts);
  const { abilities } = useMe();
  const { place } = useRouter();
  const needed = needs === undefined ? neededAt(place.path) : [needs];
  if (needed.length === 0 || needed.some((name) => abilities.includes(name))) return children;
  return (
    <Page title={words.title}>
      <EmptyState
        icon="lock"
        title={words.title}
        action={
          <ButtonLink to="/" look="primary" icon="home">
            {words.home}
          </ButtonLink>
        }
      >
        {words.words}
      </EmptyState>
    </Page>
  );
}
