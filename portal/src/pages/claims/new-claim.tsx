// Form that opens a claim: the transaction and what went wrong.

import { useChange, useDraft, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { navigate, textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { claimMessages } from './messages.ts';

/** Other pages lead here with the transaction filled in. */
const filled = { transaction: textParam() };

export default function NewClaim() {
  const messages = useMessages(claimMessages);
  const [{ transaction }] = useSearch(filled);
  const { run, pending, error } = useChange('POST claims', { changes: ['GET claims'] });
  const { fieldMessageOf } = useErrorMessages();
  const { draft, change, forget } = useDraft(`claim.${transaction}`, {
    transaction,
    subject: '',
    message: '',
  });
  const unknown =
    error?.fields.some(
      ({ field, problem }) => field === 'transaction' && problem === 'notAllowed',
    ) === true;
  const send = async (): Promise<void> => {
    const made = await run({ body: draft });
    if (made === null) return;
    forget();
    toast(made.opened ? messages.madeOpen : messages.alreadyOpen, made.opened ? 'good' : 'info');
    navigate(`/claims/${made.reference}`);
  };
  return (
    <Page
      title={messages.open}
      lead={messages.newLead}
      back={{ to: '/claims', label: messages.back }}
      narrow
    >
      <Card>
        <Form onSend={() => void send()} error={error}>
          <Field
            name="transaction"
            label={messages.transactionField}
            hint={messages.transactionHint}
            value={draft.transaction}
            onChange={(event) => change({ transaction: event.target.value })}
            error={unknown ? messages.noTransaction : fieldMessageOf(error, 'transaction')}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            name="subject"
            label={messages.subject}
            value={draft.subject}
            onChange={(event) => change({ subject: event.target.value })}
            error={fieldMessageOf(error, 'subject')}
            maxLength={255}
            autoComplete="off"
          />
          <Textarea
            name="message"
            label={messages.message}
            hint={messages.messageHint}
            value={draft.message}
            onChange={(event) => change({ message: event.target.value })}
            error={fieldMessageOf(error, 'message')}
            maxLength={5_000}
          />
          <div className="buttons">
            <Button type="submit" variant="primary" icon="flag" pending={pending}>
              {messages.open}
            </Button>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
