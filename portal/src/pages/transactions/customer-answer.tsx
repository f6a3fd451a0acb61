// What to tell the customer about a transaction, in French and English, ready to copy or to send by
// SMS.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Card } from '../../ui/card.tsx';
import { Copy } from '../../ui/copy.tsx';
import { toast } from '../../ui/toast.tsx';
import { workMessages } from './work-messages.ts';

type Answer = RouteAnswer<'GET operator/transactions/:account/:id'>['customerAnswer'];

const languages = ['fr', 'en'] as const;

export function CustomerAnswer({
  accountId,
  id,
  answer,
}: {
  accountId: number;
  id: string;
  answer: Answer;
}) {
  const messages = useMessages(workMessages);
  return (
    <Card title={messages.answer} lead={messages.answerLead}>
      <div className="stack">
        {languages.map((language) => (
          <section key={language} className="stack" aria-label={messages.answerIn[language]}>
            <p lang={language}>{answer[language]}</p>
            <div className="buttons">
              <Copy text={answer[language]} label={messages.copyIn[language]} />
              <Action
                route="POST operator/transactions/answer"
                body={{ accountId, id, language }}
                changes={['GET operator/transactions/:account/:id']}
                label={messages.sendIn[language]}
                icon="send"
                small
                done={({ outcome }) =>
                  toast(messages.sendOutcomes[outcome], outcome === 'queued' ? 'good' : 'info')
                }
              />
            </div>
          </section>
        ))}
      </div>
    </Card>
  );
}
