// How does a person keep the own account safe? Password, second factors, recovery codes and sessions, each a card of its own.

import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { personTexts } from './texts.ts';
import { TotpCard } from './totp-card.tsx';

export default function Security() {
  const { security: words } = useTexts(personTexts);
  return (
    <Page title={words.title} lead={words.lead} narrow>
      <TotpCard />
      <PasskeysCard />
      <RecoveryCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
