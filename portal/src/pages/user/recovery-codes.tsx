// Shows recovery codes once, to copy or to save as a file. The user continues only after
// confirming that they are safe.

import { useState } from 'react';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { userMessages } from './messages.ts';
import './user.css';

/** Codes that are shown this one time. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const messages = useMessages(userMessages.recovery);
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="stack">
      <Notice tone="warn">{messages.keep}</Notice>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="buttons">
        <Copy text={text} label={messages.copy} />
        <Button
          small
          icon="download"
          onClick={() => saveAs('jokko-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          {messages.download}
        </Button>
      </div>
      <Checkbox
        label={messages.kept}
        checked={kept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <Button variant="primary" wide disabled={!kept} onClick={onDone}>
        {messages.go}
      </Button>
    </div>
  );
}
