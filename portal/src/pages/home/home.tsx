// What does one see first? The home of the side that one works on.

import { useMe } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DeveloperHome } from './developer-home.tsx';
import { OperatorHome } from './operator-home.tsx';
import { homeTexts } from './texts.ts';

export default function Home() {
  const words = useTexts(homeTexts);
  const { person, membership } = useMe();
  const title = words.hello(person.name);
  if (membership === null) {
    return (
      <Page title={title}>
        <EmptyState icon="people" title={words.noneTitle}>
          {words.none}
        </EmptyState>
      </Page>
    );
  }
  if (membership.side === 'operator') {
    return (
      <Page title={title} lead={words.operator}>
        <OperatorHome />
      </Page>
    );
  }
  return (
    <Page title={title} lead={words.developer(membership.accountName)}>
      <DeveloperHome />
    </Page>
  );
}
