// Verifies on request that the audit log is whole, by recomputing the chain.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { auditMessages } from './messages.ts';

export function Verify() {
  const messages = useMessages(auditMessages);
  const { number } = useFormat();
  const { messageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/audit/verify');
  const [verdict, setVerdict] = useState<RouteAnswer<'POST operator/audit/verify'> | null>(null);
  const verify = async (): Promise<void> => setVerdict(await run({}));
  return (
    <div className="stack">
      <div>
        <Button icon="shield" pending={pending} onClick={() => void verify()}>
          {pending ? messages.verifying : messages.verify}
        </Button>
      </div>
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      {verdict === null ? null : (
        <Notice
          tone={verdict.ok ? 'good' : 'bad'}
          live
          title={
            verdict.ok
              ? messages.whole(number(verdict.entries))
              : messages.broken(number(verdict.brokenAt ?? 0))
          }
        >
          {messages.head} : <Code>{`${verdict.entries}:${verdict.head}`}</Code> {messages.headHint}{' '}
          {verdict.keyedFrom === null || verdict.keyedFrom === 1
            ? null
            : messages.plainUntil(number(verdict.keyedFrom))}
        </Notice>
      )}
    </div>
  );
}
