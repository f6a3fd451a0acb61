// Panel of one error's text: its original texts, the operator's own ones, and what a caller will
// read.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { CallError, useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { errorTextMessages } from './messages.ts';

export type ErrorText = RouteAnswer<'GET operator/error-texts'>['items'][number];

const placeholder = '__amount__';
const charactersMax = 500;

export function ErrorTextPanel({ text, onClose }: { text: ErrorText; onClose(): void }) {
  const messages = useMessages(errorTextMessages);
  const may = useMay('POST operator/error-texts');
  const { original } = text;
  return (
    <SidePanel title={<code>{text.code}</code>} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: messages.number, value: text.id ?? '–' },
            { label: messages.originalFr, value: <span lang="fr">{original.fr}</span> },
            { label: messages.originalEn, value: <span lang="en">{original.en}</span> },
          ]}
        />
        {may ? (
          <Editor text={text} />
        ) : (
          <Preview fr={text.own.fr ?? original.fr} en={text.own.en ?? original.en} />
        )}
      </div>
    </SidePanel>
  );
}

function Editor({ text: { id, own, original } }: { text: ErrorText }) {
  const messages = useMessages(errorTextMessages);
  const { number } = useFormat();
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/error-texts', {
    changes: ['GET operator/error-texts'],
  });
  const [written, setWritten] = useState({ fr: own.fr ?? '', en: own.en ?? '' });
  const save = async (texts: { fr: string; en: string }): Promise<void> => {
    const meant = (given: string): string | null => (given.trim() === '' ? null : given.trim());
    if ((await run({ body: { id, fr: meant(texts.fr), en: meant(texts.en) } })) === null) return;
    setWritten(texts);
    toast(messages.saved);
  };
  const wrong = (language: 'fr' | 'en'): string | undefined => {
    const problem =
      error instanceof CallError
        ? error.fields.find(({ field }) => field === language)?.problem
        : undefined;
    if (problem === 'missing') return messages.lost;
    return problem === 'notAllowed' ? messages.extra : fieldMessageOf(error, language);
  };
  const changed = own.fr !== null || own.en !== null;
  return (
    <>
      <Form error={error} onSend={() => void save(written)}>
        {(['fr', 'en'] as const).map((language) => (
          <Textarea
            key={language}
            lang={language}
            label={messages[language]}
            optional={messages.optional}
            rows={3}
            maxLength={charactersMax}
            value={written[language]}
            error={wrong(language)}
            hint={`${original[language].includes(placeholder) ? messages.amountHint : messages.hint} ${messages.count(number(written[language].length), number(charactersMax))}`}
            onChange={(event) => setWritten({ ...written, [language]: event.target.value })}
          />
        ))}
        <Preview fr={written.fr.trim() || original.fr} en={written.en.trim() || original.en} />
        <p className="soft small">{messages.saveHint}</p>
        <Buttons>
          {changed ? (
            <Button icon="undo" pending={pending} onClick={() => void save({ fr: '', en: '' })}>
              {messages.reset}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" pending={pending}>
            {messages.save}
          </Button>
        </Buttons>
      </Form>
    </>
  );
}

function Preview({ fr, en }: { fr: string; en: string }) {
  const messages = useMessages(errorTextMessages);
  const filled = (text: string): string => text.replaceAll(placeholder, messages.exampleAmount);
  return (
    <section aria-label={messages.preview}>
      <p className="soft small">{messages.previewLead}</p>
      <KeyValues
        items={[
          { label: messages.languages.fr, value: <span lang="fr">{filled(fr)}</span> },
          { label: messages.languages.en, value: <span lang="en">{filled(en)}</span> },
        ]}
      />
    </section>
  );
}
