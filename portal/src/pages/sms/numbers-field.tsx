// Recipients field: numbers typed, pasted, or taken from a file that is read in the browser.

import { useRef } from 'react';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { smsMessages } from './messages.ts';

export const numbersMax = 10_000;

/** What stands between commas, semicolons and line ends; each spelling once. */
export const numbersIn = (text: string): string[] => [
  ...new Set(text.split(/[,;\n\r\t]+/).flatMap((part) => part.trim() || [])),
];

/** Numbers with plus anywhere in a file: other columns are not read. */
const international = /\+\d(?:[ .\-\u00a0\u202f]?\d){6,14}/g;

export function NumbersField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}) {
  const messages = useMessages(smsMessages.compose);
  const input = useRef<HTMLInputElement>(null);
  const count = numbersIn(value).length;
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const found = (await file.text()).match(international) ?? [];
    if (found.length === 0) {
      toast(messages.fileEmpty, 'bad');
      return;
    }
    const added = [...new Set(found)];
    onChange([...(value.trim() === '' ? [] : [value.trim()]), ...added].join('\n'));
    toast(messages.fileAdded(added.length));
  };
  return (
    <div className="stack stack-s">
      <Textarea
        label={messages.numbers}
        hint={messages.numbersHint}
        rows={5}
        value={value}
        error={error}
        spellCheck={false}
        inputMode="tel"
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="row">
        <Button
          small
          icon="upload"
          title={messages.fileHint}
          onClick={() => input.current?.click()}
        >
          {messages.file}
        </Button>
        <span className="soft small" role="status">
          {messages.count(count)}
        </span>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={messages.file}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
