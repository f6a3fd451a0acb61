// Panel of one discrepancy: what each side records, the notes, and its resolution.

import { useChange, useErrorMessages, useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { Field, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Money } from '../../ui/money.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { DiscrepancyStateBadge } from './badges.tsx';
import { Correct } from './correct.tsx';
import { DiscrepancyNotes, type DiscrepancyWithNotes } from './discrepancy-notes.tsx';
import { inWords, isWrongTotal } from './line-problem.ts';
import {
  changedByNote,
  discrepancyStates,
  reconciliationMessages,
  type DiscrepancyState,
} from './messages.ts';
import { messagesOfParty } from './party-messages.ts';
import { uploadMessages } from './upload-messages.ts';

export function DiscrepancyPanel({ id, onClose }: { id: string; onClose(): void }) {
  const read = useRead('GET operator/reconciliation-discrepancies/:id', { params: { id } });
  const messages = useMessages(messagesOfParty(read.answer ?? { route: '' }));
  const may = useMay('POST operator/reconciliation-discrepancies/note');
  return (
    <SidePanel title={messages.discrepancyTitle(id)} onClose={onClose}>
      <Loaded read={read}>
        {(discrepancy) => (
          <div className="stack">
            <p>
              {isWrongTotal(discrepancy.evidence.theirs?.problem ?? null)
                ? messages.wrongTotalHint
                : messages.classHints[discrepancy.class]}
            </p>
            <KeyValues
              items={[
                { label: messages.class, value: messages.classes[discrepancy.class] },
                {
                  label: messages.state,
                  value: <DiscrepancyStateBadge state={discrepancy.state} />,
                },
                { label: messages.row, value: discrepancy.line },
                { label: messages.developer, value: discrepancy.accountName },
                { label: messages.transaction, value: <Transaction discrepancy={discrepancy} /> },
                {
                  label: messages.difference,
                  value:
                    discrepancy.currency === null ? null : (
                      <Money
                        amount={discrepancy.difference}
                        currency={discrepancy.currency}
                        signed
                      />
                    ),
                },
              ]}
            />
            <h3>{messages.theirs}</h3>
            <Theirs discrepancy={discrepancy} />
            <h3>{messages.ours}</h3>
            <Ours discrepancy={discrepancy} />
            <h3>{messages.history}</h3>
            <DiscrepancyNotes notes={discrepancy.notes} />
            <Correct discrepancy={discrepancy} />
            {may ? <Decide discrepancy={discrepancy} /> : null}
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

function Transaction({
  discrepancy: { accountId, transactionId },
}: {
  discrepancy: DiscrepancyWithNotes;
}) {
  if (accountId === null || transactionId === null) return null;
  return <Link to={`/transactions/${accountId}/${transactionId}`}>{transactionId}</Link>;
}

function Theirs({ discrepancy }: { discrepancy: DiscrepancyWithNotes }) {
  const messages = useMessages(messagesOfParty(discrepancy));
  const upload = useMessages(uploadMessages);
  const { theirs } = discrepancy.evidence;
  if (theirs === null) return <p>{messages.nothingTheirs}</p>;
  const money = (amount: string | null) =>
    amount === null || theirs.currency === null ? (
      amount
    ) : (
      <Money amount={amount} currency={theirs.currency} />
    );
  return (
    <KeyValues
      items={[
        {
          label: messages.problem,
          value: theirs.problem === null ? null : inWords(theirs.problem, upload),
        },
        {
          label: messages.status,
          value: theirs.status === null ? null : messages.statuses[theirs.status],
        },
        {
          label: messages.direction,
          value: theirs.direction === null ? null : messages.directions[theirs.direction],
        },
        { label: messages.amount, value: money(theirs.amount) },
        { label: messages.fee, value: money(theirs.fee) },
        { label: messages.feeAgreed, value: money(theirs.feeAgreed) },
        {
          label: messages.time,
          value: theirs.at === null ? null : <When at={theirs.at} show="exact" />,
        },
        {
          label: messages.providerReference,
          value: theirs.providerReference === null ? null : <Code>{theirs.providerReference}</Code>,
        },
        {
          label: messages.ourReference,
          value: theirs.ourReference === null ? null : <Code>{theirs.ourReference}</Code>,
        },
      ]}
    />
  );
}

function Ours({ discrepancy: { evidence } }: { discrepancy: DiscrepancyWithNotes }) {
  const messages = useMessages(reconciliationMessages);
  const { ours } = evidence;
  if (ours === null) return <p>{messages.nothingOurs}</p>;
  // Movements at our bank and of our own money are of no service.
  const moved = (messages.moved as { [service: string]: string })[ours.service];
  const isMove = moved !== undefined;
  return (
    <KeyValues
      items={[
        { label: messages.status, value: messages.ourStates[ours.state] ?? ours.state },
        { label: messages.direction, value: messages.directions[ours.direction] },
        { label: messages.amount, value: <Money amount={ours.amount} currency={ours.currency} /> },
        {
          label: messages.sentAt,
          value: ours.sentAt === null ? null : <When at={ours.sentAt} show="exact" />,
        },
        {
          label: messages.knownAt,
          value: ours.knownAt === null ? null : <When at={ours.knownAt} show="exact" />,
        },
        { label: messages.service, value: moved ?? ours.service },
        { label: isMove ? messages.bankReference : messages.externalId, value: ours.externalId },
        {
          label: messages.providerReference,
          value:
            isMove || ours.providerReference === null ? null : (
              <Code>{ours.providerReference}</Code>
            ),
        },
      ]}
    />
  );
}

const changes = { changes: [...changedByNote] };

function Decide({ discrepancy }: { discrepancy: DiscrepancyWithNotes }) {
  const messages = useMessages(reconciliationMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange(
    'POST operator/reconciliation-discrepancies/note',
    changes,
  );
  const send = async (
    { to, note = '', approvalRequest = '' }: Record<string, string>,
    form: HTMLFormElement,
  ): Promise<void> => {
    const approvalRequestId = /^[1-9]\d{0,8}$/.test(approvalRequest.trim())
      ? Number(approvalRequest)
      : null;
    if (
      (await run({
        body: { id: discrepancy.id, to: to as DiscrepancyState, note, approvalRequestId },
      })) === null
    )
      return;
    form.reset();
    toast(messages.saved);
  };
  return (
    <Form error={error} onSend={(values, form) => void send(values, form)}>
      <Select
        name="to"
        label={messages.to}
        defaultValue={discrepancy.state === 'open' ? 'explained' : discrepancy.state}
        options={discrepancyStates.map((value) => ({
          value,
          label: messages.discrepancyStates[value],
        }))}
      />
      <Textarea
        name="note"
        label={messages.note}
        hint={messages.noteHint}
        rows={3}
        maxLength={2_000}
        error={fieldMessageOf(error, 'note')}
      />
      <Field
        name="approvalRequest"
        label={messages.approvalRequest}
        hint={messages.approvalRequestHint}
        optional={messages.optional}
        inputMode="numeric"
        error={
          fieldMessageOf(error, 'approvalRequestId') === undefined
            ? undefined
            : messages.approvalRequestWrong
        }
      />
      <Button type="submit" variant="primary" pending={pending}>
        {messages.save}
      </Button>
    </Form>
  );
}
