// What opens beside a list of transactions? All about one of them, and the way to its own page.

import { useLive, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { TransactionFacts } from './facts.tsx';
import { Story } from './story.tsx';
import { transactionTexts } from './texts.ts';
import { Undo } from './undo.tsx';

export function OwnPanel({ id, onClose }: { id: string; onClose(): void }) {
  const words = useTexts(transactionTexts);
  const read = useRead('GET transactions/:id', { params: { id } });
  useLive(['operation', 'callback'], ['GET transactions/:id']);
  const actions = (
    <>
      <ButtonLink to={`/transactions/${id}`}>{words.openPage}</ButtonLink>
      {read.answer === undefined ? null : <Undo transaction={read.answer} />}
    </>
  );
  return (
    <SidePanel title={words.oneTitle(id)} onClose={onClose} actions={actions}>
      <Loaded read={read} lines={10}>
        {(transaction) => (
          <div className="stack">
            <TransactionFacts transaction={transaction} />
            <h3>{words.story}</h3>
            <Story transaction={transaction} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

export function PanelOfAll({ account, id, onClose }: { account: string; id: string; onClose(): void }) {
  const words = useTexts(transactionTexts);
  const read = useRead('GET operator/transactions/:account/:id', { params: { account, id } });
  return (
    <SidePanel
      title={words.oneTitle(id)}
      onClose={onClose}
      actions={<ButtonLink to={`/transactions/${account}/${id}`}>{words.openPage}</ButtonLink>}
    >
      <Loaded read={read} lines={10}>
        {(transaction) => (
          <div className="stack">
            <TransactionFacts transaction={transaction} />
            <h3>{words.story}</h3>
            <Story transaction={transaction} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}
