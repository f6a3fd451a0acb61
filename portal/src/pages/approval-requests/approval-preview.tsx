// What an open approval request would change: each line with what is so now and what would be so
// after approval, read when the panel is opened.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { PriceMessages } from '../services/price.tsx';
import { approvalRequestMessages } from './messages.ts';
import { previewMessages } from './preview-messages.ts';

type Line = RouteAnswer<'GET operator/approval-requests/:id/preview'>['lines'][number];

interface Props {
  id: number;
  /** Whose users decide: the route begins with it. */
  routes: 'operator/approval-requests' | 'refunds';
}

export function ApprovalPreview({ id, routes }: Props) {
  const messages = useMessages(previewMessages);
  const { failures } = useMessages(approvalRequestMessages);
  const read = useRead(`GET ${routes}/:id/preview`, { params: { id: String(id) } });
  return (
    <Loaded read={read} lines={3}>
      {({ lines, refusal }) => (
        <>
          {lines.length === 0 ? null : (
            <section className="stack stack-s">
              <h3>{messages.title}</h3>
              <KeyValues
                items={lines.map((line) => ({
                  label: <Label of={line} />,
                  value: <Change of={line} />,
                }))}
              />
            </section>
          )}
          {refusal === null ? null : (
            <Notice tone="warn">
              {messages.wouldFail} {failures[refusal as keyof typeof failures] ?? refusal}
            </Notice>
          )}
        </>
      )}
    </Loaded>
  );
}

function Label({ of: { subject, name } }: { of: Line }) {
  const { subjects } = useMessages(previewMessages);
  return name === null ? subjects[subject] : `${subjects[subject]} · ${name}`;
}

function Change({ of: { subject, asked, before, after } }: { of: Line }) {
  const messages = useMessages(previewMessages);
  // A field of a document has the words of whoever wrote it.
  const literal = subject === 'entry';
  const same = JSON.stringify(before) === JSON.stringify(after);
  return (
    <>
      <Value of={before} literal={literal} />
      {same ? null : (
        <>
          {' → '}
          <strong>
            <Value of={after} literal={literal} />
          </strong>
        </>
      )}
      {asked === null ? null : (
        <div className="soft">
          {messages.asked} <Value of={asked} literal={literal} />
        </div>
      )}
    </>
  );
}

const isNumber = /^\d+(\.\d+)?$/;

function Value({ of: value, literal }: { of: Line['before']; literal: boolean }) {
  const { none, catalogue, words } = useMessages(previewMessages);
  const { ways } = useMessages(approvalRequestMessages);
  const { number } = useFormat();
  if (value === null) return none;
  if ('amount' in value) return <Money amount={value.amount} currency={value.currency} />;
  if ('word' in value) {
    const { word } = value;
    if (literal && !word.startsWith('entry_')) return word;
    if (isNumber.test(word)) return number(word, 4);
    return (
      (words as Record<string, string>)[word] ?? (ways as Record<string, string>)[word] ?? word
    );
  }
  const { price, currency } = value;
  return (
    <>
      <PriceMessages of={{ price, currency, messagePrice: price.messagePrice }} />
      {price.own ? null : ` (${catalogue})`}
    </>
  );
}
