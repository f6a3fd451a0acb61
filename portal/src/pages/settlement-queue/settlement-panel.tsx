// What is to be done about a settlement? All about it beside the list, with what its state allows.

import { useMay } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { settlementTexts } from '../settlements/texts.ts';
import { DestinationWords, StateBadge } from '../settlements/words.tsx';
import { Decide, MarkPaid, SendBack } from './moves.tsx';
import { takeFile } from './take-file.ts';
import type { Queued } from './queue.tsx';
import { queueTexts } from './texts.ts';

export function SettlementPanel({ settlement, onClose }: { settlement: Queued; onClose(): void }) {
  const words = useTexts(queueTexts);
  const common = useTexts(settlementTexts);
  const may = useMay('POST operator/settlements/pay');
  const { id, state, wish, destination, approvedAt } = settlement;
  return (
    <SidePanel title={common.number(String(id))} onClose={onClose}>
      <div className="stack">
        <Facts settlement={settlement} />
        <ButtonLink small icon="file" to={`/settlement-queue/${id}`}>
          {words.advice}
        </ButtonLink>
        {destination.removed && (state === 'REQUESTED' || state === 'APPROVED') ? <Notice tone="warn">{words.removedHint}</Notice> : null}
        {wish === null ? null : (
          <Notice
            tone="info"
            actions={
              <ButtonLink small to={`/approvals?state=open&open=${wish.id}`}>
                {words.decide}
              </ButtonLink>
            }
          >
            {words.waiting[wish.kind](wish.askedBy)}
          </Notice>
        )}
        {may && wish === null && state === 'REQUESTED' ? <Decide id={id} /> : null}
        {may && wish === null && state === 'APPROVED' ? <MarkPaid id={id} approvedAt={approvedAt ?? ''} /> : null}
        {may && wish === null && (state === 'APPROVED' || state === 'PAID') ? <SendBack id={id} /> : null}
      </div>
    </SidePanel>
  );
}

function Facts({ settlement }: { settlement: Queued }) {
  const words = useTexts(queueTexts);
  const common = useTexts(settlementTexts);
  const { day } = useFormat();
  const { state, amount, fee, currency, destination, approvedBy, file, reference, valueDate, reason } = settlement;
  const [one = '', other = ''] = approvedBy ?? [];
  return (
    <KeyValues
      items={[
        { label: common.state, value: <StateBadge state={state} /> },
        { label: words.account, value: settlement.accountName },
        { label: common.amount, value: <Money amount={amount} currency={currency} /> },
        { label: common.fee, value: fee === '0' ? null : <Money amount={fee} currency={currency} /> },
        { label: common.destination, value: <DestinationWords destination={destination} /> },
        { label: common.askedBy, value: settlement.askedBy ?? common.bySchedule },
        { label: common.requested, value: <When at={settlement.requestedAt} show="both" /> },
        { label: words.approvedBy, value: approvedBy === null ? null : words.two(one, other) },
        { label: words.file, value: file === null ? null : state === 'APPROVED' ? <FileAgain file={file} /> : file },
        { label: common.reference, value: reference },
        { label: common.valueDate, value: valueDate === null ? null : day(valueDate) },
        { label: common.reason, value: reason },
      ]}
    />
  );
}

function FileAgain({ file }: { file: number }) {
  const words = useTexts(queueTexts);
  const may = useMay('GET operator/settlements/files/:file');
  if (!may) return file;
  return (
    <>
      <Button small icon="download" onClick={() => takeFile(file, 'excel')}>
        {words.takeAgain(String(file))}
      </Button>
      <p className="soft">{words.againHint}</p>
    </>
  );
}
