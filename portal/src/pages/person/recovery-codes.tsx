// How are recovery codes handed over? Shown once, to copy or to keep as a file; one goes on only after saying that they are safe.

import { useState } from 'react';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { personTexts } from './texts.ts';
import './person.css';

/** Codes that are shown this one time. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { recovery: words } = useTexts(personTexts);
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="stack">
      <Notice tone="warn">{words.keep}</Notice>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="buttons">
        <Copy text={text} label={words.copy} />
        <Button small icon="download" onClick={() => saveAs('jokko-codes.txt', text)}>
          {words.download}
        </Button>
      </div>
      <Checkbox label={words.kept} checked={kept} onChange={(event) => setKept(event.target.checked)} />
      <Button look="primary" wide disabled={!kept} onClick={onDone}>
        {words.go}
      </Button>
    </div>
  );
}

function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
