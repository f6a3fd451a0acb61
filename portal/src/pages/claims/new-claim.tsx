// What went wrong with which transaction?

import { useChange, useDraft, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { navigate, textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { claimTexts } from './texts.ts';

/** Other pages lead here with the transaction filled in. */
const filled = { transaction: textParam() };

export default function NewClaim() {
  const words = useTexts(claimTexts);
  const [{ transaction }] = useSearch(filled);
  const { run, pending, error } = useChange('POST claims', { changes: ['GET claims'] });
  const { sayField } = useErrorWords();
  const { draft, change, forget } = useDraft(`claim.${transaction}`, { transaction, subject: '', message: '' });
  const unknown = error?.fields.some(({ field, problem }) => field === 'transaction' && problem === 'notAllowed') === true;
  const send = async (): Promise<void> => {
    const made = await run({ body: draft });
    if (made === null) return;
    forget();
    toast(made.opened ? words.madeOpen : words.alreadyOpen, made.opened ? 'good' : 'info');
    navigate(`/claims/${made.reference}`);
  };
  return (
    <Page title={words.open} lead={words.newLead} back={{ to: '/claims', label: words.back }} narrow>
      <Card>
        <Form onSend={() => void send()} error={error}>
          <Field
            name="transaction"
            label={words.transactionField}
            hint={words.transactionHint}
            value={draft.transaction}
            onChange={(event) => change({ transaction: event.target.value })}
            error={unknown ? words.noTransaction : sayField(error, 'transaction')}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            name="subject"
            label={words.subject}
            value={draft.subject}
            onChange={(event) => change({ subject: event.target.value })}
            error={sayField(error, 'subject')}
            maxLength={255}
            autoComplete="off"
          />
          <Textarea
            name="message"
            label={words.message}
            hint={words.messageHint}
            value={draft.message}
            onChange={(event) => change({ message: event.target.value })}
            error={sayField(error, 'message')}
            maxLength={5_000}
          />
          <div className="buttons">
            <Button type="submit" look="primary" icon="flag" pending={pending}>
              {words.open}
            </Button>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
