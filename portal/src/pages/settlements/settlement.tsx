// What became of one settlement of this account?

import { useLive, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Advice } from './advice.tsx';
import { settlementTexts } from './texts.ts';

const list = '/settlements';

export default function SettlementPage({ params }: { params: Record<string, string> }) {
  const words = useTexts(settlementTexts);
  const settlement = useRead('GET settlements/:id', { params: { id: params['id'] ?? '' } });
  useLive(['operation'], ['GET settlements/:id']);
  if (settlement.answer !== undefined) return <Advice settlement={settlement.answer} back={list} />;
  return (
    <Page title={words.settlement} back={{ to: list, label: words.back }} narrow>
      <Loaded read={settlement} lines={8}>
        {() => null}
      </Loaded>
    </Page>
  );
}
