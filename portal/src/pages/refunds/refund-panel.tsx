// What does this person say to a refund that somebody else of the account has asked for?

import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { Decision, Withdrawal } from '../wishes/decision.tsx';
import { wishTexts } from '../wishes/texts.ts';
import { WishState } from '../wishes/wish-words.tsx';
import type { AskedRefund } from './refunds.tsx';
import { refundTexts } from './texts.ts';

const changes: { changes: ('GET refunds' | 'GET transactions/:id' | 'GET balance')[] } = {
  changes: ['GET refunds', 'GET transactions/:id', 'GET balance'],
};

export function RefundPanel({ refund, onClose }: { refund: AskedRefund; onClose(): void }) {
  const words = useTexts(refundTexts);
  const wish = useTexts(wishTexts);
  const may = useMay('POST refunds/approve');
  const { id, transactionId, failure, decidedAt } = refund;
  return (
    <SidePanel title={words.number(id)} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: wish.state, value: <WishState state={refund.state} /> },
            { label: words.transaction, value: <Link to={`/transactions/${transactionId}`}>{transactionId}</Link> },
            { label: wish.amount, value: <Money amount={refund.amount} currency={refund.currency} /> },
            { label: wish.reason, value: refund.reason || null },
            { label: wish.askedBy, value: refund.askedBy },
            { label: wish.asked, value: <When at={refund.askedAt} show="both" /> },
            { label: wish.expires, value: refund.state === 'open' ? <When at={refund.expiresAt} show="both" /> : null },
            { label: wish.decidedBy, value: refund.decidedBy },
            { label: wish.decided, value: decidedAt === null ? null : <When at={decidedAt} show="both" /> },
            { label: wish.note, value: refund.note },
            { label: wish.failure, value: failure === null ? null : (wish.failures[failure as keyof typeof wish.failures] ?? failure) },
          ]}
        />
        {may && refund.state === 'open' ? refund.own ? <Withdraw id={id} /> : <Decide id={id} /> : null}
      </div>
    </SidePanel>
  );
}

function Decide({ id }: { id: number }) {
  const words = useTexts(refundTexts);
  const { refused } = useTexts(wishTexts);
  const approve = useChange('POST refunds/approve', changes);
  const refuse = useChange('POST refunds/refuse', changes);
  const agree = async (note: string): Promise<void> => {
    const answer = await approve.run({ body: { id, note } });
    if (answer !== null) toast(answer.state === 'failed' ? words.failed : words.done, answer.state === 'failed' ? 'bad' : 'good');
  };
  const decline = async (note: string): Promise<void> => {
    if ((await refuse.run({ body: { id, note } })) !== null) toast(refused);
  };
  return <Decision approve={{ ...approve, run: agree }} refuse={{ ...refuse, run: decline }} />;
}

function Withdraw({ id }: { id: number }) {
  const { withdrawn } = useTexts(wishTexts);
  const { run, pending, error } = useChange('POST refunds/withdraw', changes);
  const withdraw = async (): Promise<void> => {
    if ((await run({ body: { id } })) !== null) toast(withdrawn);
  };
  return <Withdrawal pending={pending} error={error} onWithdraw={() => void withdraw()} />;
}
