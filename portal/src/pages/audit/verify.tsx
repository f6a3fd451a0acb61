// Is the audit log whole? The chain is computed again when somebody asks.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { auditTexts } from './texts.ts';

export function Verify() {
  const words = useTexts(auditTexts);
  const { number } = useFormat();
  const { say } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/audit/verify');
  const [verdict, setVerdict] = useState<RouteAnswer<'POST operator/audit/verify'> | null>(null);
  const verify = async (): Promise<void> => setVerdict(await run({}));
  return (
    <div className="stack">
      <div>
        <Button icon="shield" pending={pending} onClick={() => void verify()}>
          {pending ? words.verifying : words.verify}
        </Button>
      </div>
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      {verdict === null ? null : (
        <Notice
          tone={verdict.ok ? 'good' : 'bad'}
          live
          title={verdict.ok ? words.whole(number(verdict.entries)) : words.broken(number(verdict.brokenAt ?? 0))}
        >
          {words.head} : <Code>{`${verdict.entries}:${verdict.head}`}</Code> {words.headHint}{' '}
          {verdict.keyedFrom === null || verdict.keyedFrom === 1 ? null : words.plainUntil(number(verdict.keyedFrom))}
        </Notice>
      )}
    </div>
  );
}
