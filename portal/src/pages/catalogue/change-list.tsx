// Lists the differences of two documents: each entry with its fields, before and after, under
// their displayed names.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useFieldNames, usePartNames } from './use-field-names.ts';
import { uiMessages } from '../../ui/messages.ts';
import { catalogueMessages } from './messages.ts';
import './catalogue.css';

type Change = RouteAnswer<'GET operator/drafts/:kind/:id'>['changes'][number];

const tones: Record<Change['kind'], Tone> = {
  added: 'good',
  removed: 'bad',
  changed: 'info',
  moved: 'neutral',
};
const icons = { added: 'plus', removed: 'trash', changed: 'edit', moved: 'sort' } as const;

const isAmount = /(^|\.)(percent|fixed|multipleOf|messagePrice|\w*[mM]inimum|\w*[mM]aximum)$/;
const isNumber = /^\d+(\.\d+)?$/;

/** `none`: what is said when nothing differs. */
export function ChangeList({ changes, none }: { changes: readonly Change[]; none: string }) {
  const messages = useMessages(catalogueMessages);
  if (changes.length === 0) {
    return (
      <EmptyState icon="check-circle" title={messages.same}>
        {none}
      </EmptyState>
    );
  }
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={`${change.part}/${change.entry}/${change.kind}`} className="change">
          <ChangedEntry change={change} />
        </li>
      ))}
    </ul>
  );
}

function ChangedEntry({ change: { part, entry, kind, fields } }: { change: Change }) {
  const messages = useMessages(catalogueMessages);
  const { labelled } = useMessages(uiMessages);
  const partOf = usePartNames();
  const nameOf = useFieldNames();
  const { number } = useFormat();
  const said = (field: string, value: string | null): string | null =>
    part === 'services' && value !== null && isAmount.test(field) && isNumber.test(value)
      ? number(value, 4)
      : value;
  const title = [partOf(part), entry].filter((text) => text !== '').join(' · ');
  return (
    <>
      <h2 className="change-title">
        <span>{title}</span>
        <Badge tone={tones[kind]} icon={icons[kind]}>
          {messages.kinds[kind]}
        </Badge>
      </h2>
      {fields.length === 0 ? null : (
        <table className="change-fields">
          <caption className="visually-hidden">{labelled(messages.changesCaption, title)}</caption>
          <thead>
            <tr>
              <th scope="col">{messages.field}</th>
              <th scope="col">{messages.before}</th>
              <th scope="col">{messages.after}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, before, after, secret }) => (
              <tr key={field}>
                <th scope="row">{nameOf(field)}</th>
                <td>
                  {secret ? (
                    <Secret value={before} />
                  ) : (
                    <Value
                      value={said(field, before)}
                      tone="before"
                      lang={languageOf(part, field)}
                    />
                  )}
                </td>
                <td>
                  {secret ? (
                    <Secret value={after} />
                  ) : (
                    <Value value={said(field, after)} tone="after" lang={languageOf(part, field)} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** The language of the texts of errors, which the document has in both. */
const languageOf = (part: string, field: string): string | undefined =>
  part === 'errorTexts' && (field === 'fr' || field === 'en') ? field : undefined;

function Value({
  value,
  tone,
  lang,
}: {
  value: string | null;
  tone: 'before' | 'after';
  lang: string | undefined;
}) {
  const messages = useMessages(catalogueMessages);
  if (value === null) return <span className="soft">{messages.absent}</span>;
  const Tag = tone === 'before' ? 'del' : 'ins';
  return (
    <Tag className="change-value" lang={lang}>
      {value}
    </Tag>
  );
}

function Secret({ value }: { value: string | null }) {
  const messages = useMessages(catalogueMessages);
  return (
    <span className="soft">
      {value === null ? messages.absent : `${value} (${messages.secretNote})`}
    </span>
  );
}
