// What does one statement say, does it add up, and where does it differ from our books?

import { useState } from 'react';
import { useChange, useErrorWords, useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { FileState, isBusy } from './badges.tsx';
import { Period } from './files.tsx';
import { Gaps } from './gaps.tsx';
import { Proof } from './proof.tsx';
import { Sums } from './sums.tsx';
import { reconciliationTexts, type WholeFile } from './texts.ts';
import { uploadTexts } from './upload-texts.ts';
import './reconciliation.css';

const busyEveryMs = 1_500;
const quietEveryMs = 30_000;
const changes = {
  changes: ['GET operator/reconciliation', 'GET operator/reconciliation/:id', 'GET operator/reconciliation/:id/gaps'],
} satisfies Parameters<typeof useChange>[1];

export default function StatementFile({ params: { id = '' } }: { params: Record<string, string> }) {
  const words = useTexts(reconciliationTexts);
  const [busy, setBusy] = useState(true);
  const read = useRead(
    'GET operator/reconciliation/:id',
    { params: { id } },
    busy ? { everyMs: busyEveryMs, freshMs: 0 } : { everyMs: quietEveryMs },
  );
  const state = read.answer?.state;
  if (state !== undefined && isBusy(state) !== busy) setBusy(isBusy(state));
  return (
    <Page
      title={read.answer?.name ?? id}
      back={{ to: '/reconciliation', label: words.back }}
      {...(read.answer === undefined ? {} : { beside: <FileState state={read.answer.state} />, lead: <Lead file={read.answer} /> })}
      actions={read.answer === undefined ? null : <Actions file={read.answer} />}
    >
      <Loaded read={read} lines={8}>
        {(file) => (
          <div className="stack">
            <StateNotice file={file} />
            {file.totals.length > 0 && !isBusy(file.state) ? (
              <div className="reconciliation-columns">
                <Proof file={file} />
                <Sums file={file} />
              </div>
            ) : null}
            {file.state === 'failed' || isBusy(file.state) ? null : <Gaps key={`${file.state}-${file.doneAt}`} id={id} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ file }: { file: WholeFile }) {
  return (
    <>
      {file.routes.join(', ')} · <Period file={file} />
    </>
  );
}

function StateNotice({ file }: { file: WholeFile }) {
  const words = useTexts(reconciliationTexts);
  const { problems, noColumn } = useTexts(uploadTexts);
  const { number, moment } = useFormat();
  if (isBusy(file.state))
    return (
      <Notice tone={file.problem === null ? 'info' : 'warn'} live>
        {words.working} {words.progress(number(file.position))} {file.problem === null ? null : words.stuck(file.problem)}
      </Notice>
    );
  if (file.state === 'done' && file.linesOutside > 0) return <Notice tone="warn">{words.linesOutside(number(file.linesOutside))}</Notice>;
  if (file.state === 'withdrawn') return <Notice tone="neutral">{words.withdrawnNote}</Notice>;
  if (file.state !== 'failed') return null;
  const problem = file.problem ?? '';
  const column = /^no_column: (.*)$/s.exec(problem)?.[1];
  const unexpected = /^unexpected: (.*)$/s.exec(problem)?.[1];
  const [, since, until] = /^long_period: (\S+) (\S+)$/.exec(problem) ?? [];
  if (since !== undefined && until !== undefined)
    return (
      <Notice tone="bad" title={words.failedTitle}>
        {words.longPeriod(moment(since, 'day'), moment(until, 'day'))}
      </Notice>
    );
  return (
    <Notice tone="bad" title={words.failedTitle}>
      {unexpected !== undefined
        ? words.unexpected(unexpected)
        : column === undefined
          ? (problems[problem as keyof typeof problems] ?? problem)
          : noColumn(column)}
    </Notice>
  );
}

function Actions({ file }: { file: WholeFile }) {
  const words = useTexts(reconciliationTexts);
  const { say } = useErrorWords();
  const may = useMay('POST operator/reconciliation/withdraw');
  const again = useChange('POST operator/reconciliation/again', changes);
  const withdraw = useChange('POST operator/reconciliation/withdraw', changes);
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  const body = { id: file.id };
  const repeat = async (): Promise<void> => {
    if ((await again.run({ body })) !== null) toast(words.againDone);
  };
  const take = async (): Promise<void> => {
    if ((await withdraw.run({ body })) === null) return;
    setAsking(false);
    toast(words.withdrawDone);
  };
  return (
    <>
      {again.error === null ? null : <Notice tone="bad">{say(again.error)}</Notice>}
      {file.state === 'done' ? (
        <Button icon="refresh" pending={again.pending} onClick={() => void repeat()}>
          {words.again}
        </Button>
      ) : null}
      {file.state === 'failed' || file.state === 'withdrawn' ? null : (
        <Button icon="undo" onClick={() => setAsking(true)}>
          {words.withdraw}
        </Button>
      )}
      <Confirm
        open={asking}
        danger
        title={words.withdraw}
        yes={words.withdraw}
        pending={withdraw.pending}
        error={withdraw.error}
        onYes={() => void take()}
        onClose={() => setAsking(false)}
      >
        {words.withdrawQuestion}
      </Confirm>
    </>
  );
}
