// What does each side say about one gap, what was said about it, and what becomes of it?

import { useChange, useErrorWords, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
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
import { GapStateBadge } from './badges.tsx';
import { GapNotes, type GapWithNotes } from './gap-notes.tsx';
import { gapStates, reconciliationTexts, type GapState } from './texts.ts';

export function GapPanel({ id, onClose }: { id: string; onClose(): void }) {
  const words = useTexts(reconciliationTexts);
  const read = useRead('GET operator/reconciliation-gaps/:id', { params: { id } });
  const may = useMay('POST operator/reconciliation-gaps/note');
  return (
    <SidePanel title={words.gapTitle(id)} onClose={onClose}>
      <Loaded read={read}>
        {(gap) => (
          <div className="stack">
            <p>{words.classHints[gap.class]}</p>
            <KeyValues
              items={[
                { label: words.class, value: words.classes[gap.class] },
                { label: words.state, value: <GapStateBadge state={gap.state} /> },
                { label: words.row, value: gap.line },
                { label: words.developer, value: gap.accountName },
                { label: words.transaction, value: <Transaction gap={gap} /> },
                {
                  label: words.difference,
                  value: gap.currency === null ? null : <Money amount={gap.difference} currency={gap.currency} signed />,
                },
              ]}
            />
            <h3>{words.theirs}</h3>
            <Theirs gap={gap} />
            <h3>{words.ours}</h3>
            <Ours gap={gap} />
            <h3>{words.history}</h3>
            <GapNotes notes={gap.notes} />
            {may ? <Decide gap={gap} /> : null}
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

function Transaction({ gap: { accountId, transactionId } }: { gap: GapWithNotes }) {
  if (accountId === null || transactionId === null) return null;
  return <Link to={`/transactions/${accountId}/${transactionId}`}>{transactionId}</Link>;
}

function Theirs({ gap: { evidence } }: { gap: GapWithNotes }) {
  const words = useTexts(reconciliationTexts);
  const { theirs } = evidence;
  if (theirs === null) return <p>{words.nothingTheirs}</p>;
  const money = (amount: string | null) =>
    amount === null || theirs.currency === null ? amount : <Money amount={amount} currency={theirs.currency} />;
  return (
    <KeyValues
      items={[
        { label: words.problem, value: theirs.problem },
        { label: words.status, value: theirs.status === null ? null : words.statuses[theirs.status] },
        { label: words.direction, value: theirs.direction === null ? null : words.directions[theirs.direction] },
        { label: words.amount, value: money(theirs.amount) },
        { label: words.fee, value: money(theirs.fee) },
        { label: words.feeAgreed, value: money(theirs.feeAgreed) },
        { label: words.time, value: theirs.at === null ? null : <When at={theirs.at} show="exact" /> },
        { label: words.providerReference, value: theirs.providerReference === null ? null : <Code>{theirs.providerReference}</Code> },
        { label: words.ourReference, value: theirs.ourReference === null ? null : <Code>{theirs.ourReference}</Code> },
      ]}
    />
  );
}

/** What stands there for movements of our own money, which are of no service. */
const floatService = 'float';

function Ours({ gap: { evidence } }: { gap: GapWithNotes }) {
  const words = useTexts(reconciliationTexts);
  const { ours } = evidence;
  if (ours === null) return <p>{words.nothingOurs}</p>;
  const isFloat = ours.service === floatService;
  return (
    <KeyValues
      items={[
        { label: words.status, value: words.ourStates[ours.state] ?? ours.state },
        { label: words.direction, value: words.directions[ours.direction] },
        { label: words.amount, value: <Money amount={ours.amount} currency={ours.currency} /> },
        { label: words.sentAt, value: ours.sentAt === null ? null : <When at={ours.sentAt} show="exact" /> },
        { label: words.knownAt, value: ours.knownAt === null ? null : <When at={ours.knownAt} show="exact" /> },
        { label: words.service, value: isFloat ? words.floatMove : ours.service },
        { label: isFloat ? words.bankReference : words.externalId, value: ours.externalId },
        {
          label: words.providerReference,
          value: isFloat || ours.providerReference === null ? null : <Code>{ours.providerReference}</Code>,
        },
      ]}
    />
  );
}

const changes = {
  changes: [
    'GET operator/reconciliation',
    'GET operator/reconciliation/:id',
    'GET operator/reconciliation/:id/gaps',
    'GET operator/reconciliation-gaps/:id',
  ],
} satisfies Parameters<typeof useChange>[1];

function Decide({ gap }: { gap: GapWithNotes }) {
  const words = useTexts(reconciliationTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/reconciliation-gaps/note', changes);
  const send = async ({ to, note = '', wish = '' }: Record<string, string>, form: HTMLFormElement): Promise<void> => {
    const wishId = /^[1-9]\d{0,8}$/.test(wish.trim()) ? Number(wish) : null;
    if ((await run({ body: { id: gap.id, to: to as GapState, note, wishId } })) === null) return;
    form.reset();
    toast(words.saved);
  };
  return (
    <Form error={error} onSend={(values, form) => void send(values, form)}>
      <Select
        name="to"
        label={words.to}
        defaultValue={gap.state === 'open' ? 'explained' : gap.state}
        options={gapStates.map((value) => ({ value, label: words.gapStates[value] }))}
      />
      <Textarea name="note" label={words.note} hint={words.noteHint} rows={3} maxLength={2_000} error={sayField(error, 'note')} />
      <Field
        name="wish"
        label={words.wish}
        hint={words.wishHint}
        optional={words.optional}
        inputMode="numeric"
        error={sayField(error, 'wishId') === undefined ? undefined : words.wishWrong}
      />
      {gap.accountId === null ? null : (
        <p>
          <Link to={`/developers/${gap.accountId}`}>{words.adjust}</Link>
        </p>
      )}
      <Button type="submit" look="primary" pending={pending}>
        {words.save}
      </Button>
    </Form>
  );
}
