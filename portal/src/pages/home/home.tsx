// What does one see first? The home of the side that one works on.

import { useMe } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { layoutTexts } from '../../layout/texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { homeTexts } from './texts.ts';

export default function Home() {
  const words = useTexts(homeTexts);
  const { roles } = useTexts(layoutTexts);
  const { person, membership, mode } = useMe();
  if (membership === null) {
    return (
      <Page title={words.hello(person.name)}>
        <EmptyState icon="people" title={words.noneTitle}>
          {words.none}
        </EmptyState>
      </Page>
    );
  }
  const lead = membership.side === 'operator' ? words.operator : words.developer(membership.accountName);
  return (
    <Page title={words.hello(person.name)} lead={lead}>
      {person.totp || person.passkeys > 0 ? null : (
        <Notice
          tone="warn"
          icon="shield"
          title={words.factorTitle}
          actions={
            <ButtonLink to="/security" small>
              {words.factorLink}
            </ButtonLink>
          }
        >
          {words.factor}
        </Notice>
      )}
      <Card title={words.you}>
        <KeyValues
          items={[
            { label: words.side, value: membership.side === 'operator' ? words.sideOperator : words.sideDeveloper },
            { label: words.account, value: membership.accountName },
            { label: words.role, value: roles[membership.role] },
            { label: words.countries, value: membership.countries?.join(', ') ?? words.allCountries },
            { label: words.mode, value: mode === 'sandbox' ? words.sandbox : words.live },
          ]}
        />
      </Card>
    </Page>
  );
}
