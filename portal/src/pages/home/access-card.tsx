// As what does one work here?

import { useMe } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Card, KeyValues } from '../../ui/card.tsx';
import { homeTexts } from './texts.ts';

export function AccessCard() {
  const words = useTexts(homeTexts);
  const { roles } = useTexts(layoutTexts);
  const { membership, mode } = useMe();
  if (membership === null) return null;
  return (
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
  );
}
