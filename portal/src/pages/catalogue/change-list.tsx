// What differs? Each entry with its fields, before and after, in a table of its own words.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useFieldWords, usePartWords } from './field-words.ts';
import { catalogueTexts } from './texts.ts';
import './catalogue.css';

type Change = RouteAnswer<'GET operator/drafts/:kind/:id'>['changes'][number];

const tones: Record<Change['kind'], Tone> = { added: 'good', removed: 'bad', changed: 'info', moved: 'neutral' };
const icons = { added: 'plus', removed: 'trash', changed: 'edit', moved: 'sort' } as const;

const isAmount = /(^|\.)(percent|fixed|multipleOf|messagePrice|\w*[mM]inimum|\w*[mM]aximum)$/;
const isNumber = /^\d+(\.\d+)?$/;

/** `none`: what is said when nothing differs. */
export function ChangeList({ changes, none }: { changes: readonly Change[]; none: string }) {
  const words = useTexts(catalogueTexts);
  if (changes.length === 0) {
    return (
      <EmptyState icon="check-circle" title={words.same}>
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
  const words = useTexts(catalogueTexts);
  const partOf = usePartWords();
  const nameOf = useFieldWords();
  const { number } = useFormat();
  const said = (field: string, value: string | null): string | null =>
    part === 'services' && value !== null && isAmount.test(field) && isNumber.test(value) ? number(value, 4) : value;
  const title = [partOf(part), entry].filter((text) => text !== '').join(' · ');
  return (
    <>
      <h2 className="change-title">
        <span>{title}</span>
        <Badge tone={tones[kind]} icon={icons[kind]}>
          {words.kinds[kind]}
        </Badge>
      </h2>
      {fields.length === 0 ? null : (
        <table className="change-fields">
          <caption className="visually-hidden">
            {words.changesCaption} : {title}
          </caption>
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, before, after, secret }) => (
              <tr key={field}>
                <th scope="row">{nameOf(field)}</th>
                <td>
                  {secret ? <Secret value={before} /> : <Value value={said(field, before)} tone="before" lang={languageOf(part, field)} />}
                </td>
                <td>
                  {secret ? <Secret value={after} /> : <Value value={said(field, after)} tone="after" lang={languageOf(part, field)} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Of the texts of errors, which the document has in both languages. */
const languageOf = (part: string, field: string): string | undefined =>
  part === 'errorTexts' && (field === 'fr' || field === 'en') ? field : undefined;

function Value({ value, tone, lang }: { value: string | null; tone: 'before' | 'after'; lang: string | undefined }) {
  const words = useTexts(catalogueTexts);
  if (value === null) return <span className="soft">{words.absent}</span>;
  const Tag = tone === 'before' ? 'del' : 'ins';
  return (
    <Tag className="change-value" lang={lang}>
      {value}
    </Tag>
  );
}

function Secret({ value }: { value: string | null }) {
  const words = useTexts(catalogueTexts);
  return <span className="soft">{value === null ? words.absent : `${value} (${words.secretNote})`}</span>;
}
