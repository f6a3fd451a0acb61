// Panel of one settlement: all about it beside the list, with the actions that its state allows.

import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { settlementMessages } from '../settlements/messages.ts';
import { DestinationMessages, StateBadge } from '../settlements/labels.tsx';
import { Decide, MarkPaid, SendBack } from './moves.tsx';
import { takeFile } from './take-file.ts';
import type { Queued } from './answers.ts';
import { queueMessages } from './messages.ts';
import { approvalPath } from '../approval-requests/approval-path.ts';

export function SettlementPanel({ settlement, onClose }: { settlement: Queued; onClose(): void }) {
  const messages = useMessages(queueMessages);
  const common = useMessages(settlementMessages);
  const may = useMay('POST operator/settlements/pay');
  const { id, currency, state, approvalRequest, destination, approvedAt } = settlement;
  return (
    <SidePanel title={common.number(String(id))} onClose={onClose}>
      <div className="stack">
        <Details settlement={settlement} />
        <ButtonLink small icon="file" to={`/settlement-queue/${id}`}>
          {messages.advice}
        </ButtonLink>
        {destination.removed && (state === 'REQUESTED' || state === 'APPROVED') ? (
          <Notice tone="warn">{messages.removedHint}</Notice>
        ) : null}
        {approvalRequest === null ? null : (
          <Notice
            tone="info"
            actions={
              <ButtonLink small to={approvalPath(approvalRequest.id)}>
                {messages.decide}
              </ButtonLink>
            }
          >
            {messages.waiting[approvalRequest.kind](approvalRequest.askedBy)}
          </Notice>
        )}
        {may && approvalRequest === null && state === 'REQUESTED' ? <Decide id={id} /> : null}
        {may && approvalRequest === null && state === 'APPROVED' ? (
          <MarkPaid id={id} currency={currency} approvedAt={approvedAt ?? ''} />
        ) : null}
        {may && approvalRequest === null && (state === 'APPROVED' || state === 'PAID') ? (
          <SendBack id={id} />
        ) : null}
      </div>
    </SidePanel>
  );
}

function Details({ settlement }: { settlement: Queued }) {
  const messages = useMessages(queueMessages);
  const common = useMessages(settlementMessages);
  const { day } = useFormat();
  const {
    state,
    amount,
    fee,
    currency,
    destination,
    approvedBy,
    file,
    reference,
    valueDate,
    reason,
  } = settlement;
  const [one = '', other = ''] = approvedBy ?? [];
  return (
    <KeyValues
      items={[
        { label: common.state, value: <StateBadge state={state} /> },
        { label: messages.account, value: settlement.accountName },
        { label: common.amount, value: <Money amount={amount} currency={currency} /> },
        {
          label: common.fee,
          value: fee === '0' ? null : <Money amount={fee} currency={currency} />,
        },
        { label: common.destination, value: <DestinationMessages destination={destination} /> },
        { label: common.askedBy, value: settlement.askedBy ?? common.bySchedule },
        { label: common.requested, value: <When at={settlement.requestedAt} show="both" /> },
        {
          label: messages.approvedBy,
          value: approvedBy === null ? null : messages.two(one, other),
        },
        {
          label: messages.file,
          value: file === null ? null : state === 'APPROVED' ? <FileAgain file={file} /> : file,
        },
        { label: common.reference, value: reference },
        { label: common.valueDate, value: valueDate === null ? null : day(valueDate) },
        { label: common.reason, value: reason },
      ]}
    />
  );
}

function FileAgain({ file }: { file: number }) {
  const messages = useMessages(queueMessages);
  const may = useMay('GET operator/settlements/files/:file');
  if (!may) return file;
  return (
    <>
      <Button small icon="download" onClick={() => takeFile(file, 'excel')}>
        {messages.takeAgain(String(file))}
      </Button>
      <p className="soft">{messages.againHint}</p>
    </>
  );
}
