// Home page: shows that of the side on which the user works.

import { useMe } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DeveloperHome } from './developer-home.tsx';
import { OperatorHome } from './operator-home.tsx';
import { homeMessages } from './messages.ts';

export default function Home() {
  const messages = useMessages(homeMessages);
  const { user, membership } = useMe();
  const title = messages.hello(user.name);
  if (membership === null) {
    return (
      <Page title={title}>
        <EmptyState icon="users" title={messages.noneTitle}>
          {messages.none}
        </EmptyState>
      </Page>
    );
  }
  if (membership.side === 'operator') {
    return (
      <Page title={title} lead={messages.operator}>
        <OperatorHome />
      </Page>
    );
  }
  return (
    <Page title={title} lead={messages.developer(membership.accountName)}>
      <DeveloperHome />
    </Page>
  );
}
