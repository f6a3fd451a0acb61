// What became of one settlement of any account?

import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Advice } from '../settlements/advice.tsx';
import { settlementTexts } from '../settlements/texts.ts';

const list = '/settlement-queue';

export default function QueuedPage({ params }: { params: Record<string, string> }) {
  const words = useTexts(settlementTexts);
  const settlement = useRead('GET operator/settlements/:id', { params: { id: params['id'] ?? '' } });
  if (settlement.answer !== undefined) return <Advice settlement={settlement.answer} back={list} />;
  return (
    <Page title={words.settlement} back={{ to: list, label: words.back }} narrow>
      <Loaded read={settlement} lines={8}>
        {() => null}
      </Loaded>
    </Page>
  );
}
