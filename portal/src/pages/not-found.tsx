// What is shown at an address that leads nowhere?

import { defineTexts, useTexts } from '../language/index.ts';
import { Page } from '../layout/page.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

const texts = defineTexts(
  {
    title: 'Page introuvable',
    words: "Cette adresse ne mène nulle part. Elle a peut-être changé, ou votre rôle n'y donne pas accès.",
    home: "Revenir à l'accueil",
  },
  {
    title: 'Page not found',
    words: 'This address leads nowhere. It may have changed, or your role does not give access to it.',
    home: 'Back to the home page',
  },
);

export default function NotFound() {
  const words = useTexts(texts);
  return (
    <Page title={words.title}>
      <EmptyState
        icon="route"
        title="404"
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
