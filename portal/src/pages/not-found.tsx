// Page for an unknown address.

import { useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { Page } from '../layout/page.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

const notFoundMessages = {
  title: t('Page introuvable', 'Page not found'),
  body: t(
    'Cette page n’existe pas ou a été déplacée, ou votre rôle n’y donne pas accès.',
    'This page does not exist or has moved, or your role does not give access to it.',
  ),
  home: t('Retour à l’accueil', 'Back to home'),
};

export default function NotFound() {
  const messages = useMessages(notFoundMessages);
  return (
    <Page title={messages.title}>
      <EmptyState
        icon="route"
        title="404"
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
