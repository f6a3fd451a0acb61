// Page of one statement: its content, whether it adds up, and where it differs from our books.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import type { RouteName } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Action } from '../../ui/action.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { bankProblemInWords, bankProblemMessages } from './bank-problem.ts';
import { FileState, isBusy } from './badges.tsx';
import { Period } from './files.tsx';
import { Discrepancies } from './discrepancies.tsx';
import { reconciliationMessages, type WholeFile } from './messages.ts';
import { Proof } from './proof.tsx';
import { Sums } from './sums.tsx';
import { uploadMessages } from './upload-messages.ts';
import './reconciliation.css';

const busyEveryMs = 1_500;
const quietEveryMs = 30_000;
const changes: RouteName[] = [
  'GET operator/reconciliation',
  'GET operator/reconciliation/:id',
  'GET operator/reconciliation/:id/discrepancies',
];

export default function StatementFile({ params: { id = '' } }: { params: Record<string, string> }) {
  const messages = useMessages(reconciliationMessages);
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
      back={{ to: '/reconciliation', label: messages.back }}
      {...defined({
        beside: read.answer && <FileState state={read.answer.state} />,
        lead: read.answer && <Lead file={read.answer} />,
      })}
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
            {file.state === 'failed' || isBusy(file.state) ? null : (
              <Discrepancies key={`${file.state}-${file.doneAt}`} id={id} file={file} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ file }: { file: WholeFile }) {
  return (
    <>
      {file.bankAccount ?? file.routes.join(', ')} · <Period file={file} />
    </>
  );
}

function StateNotice({ file }: { file: WholeFile }) {
  const messages = useMessages(reconciliationMessages);
  const { problems, noColumn, mostlyUnreadable } = useMessages(uploadMessages);
  const bankMessages = useMessages(bankProblemMessages);
  const { number, moment } = useFormat();
  if (isBusy(file.state))
    return (
      <Notice tone={file.problem === null ? 'info' : 'warn'} live>
        {messages.working} {messages.progress(number(file.position))}{' '}
        {file.problem === null ? null : messages.stuck(file.problem)}
      </Notice>
    );
  if (file.state === 'done' && file.linesOutside > 0)
    return <Notice tone="warn">{messages.linesOutside(number(file.linesOutside))}</Notice>;
  if (file.state === 'withdrawn') return <Notice tone="neutral">{messages.withdrawnNote}</Notice>;
  if (file.state !== 'failed') return null;
  const problem = file.problem ?? '';
  const column = /^no_column: (.*)$/s.exec(problem)?.[1];
  const unexpected = /^unexpected: (.*)$/s.exec(problem)?.[1];
  const [, since, until] = /^long_period: (\S+) (\S+)$/.exec(problem) ?? [];
  if (since !== undefined && until !== undefined)
    return (
      <Notice tone="bad" title={messages.failedTitle}>
        {messages.longPeriod(moment(since, 'day'), moment(until, 'day'))}
      </Notice>
    );
  const [, unread, of] = /^mostly_unreadable: (\d+) (\d+)$/.exec(problem) ?? [];
  if (unread !== undefined)
    return (
      <Notice tone="bad" title={messages.failedTitle}>
        {mostlyUnreadable(Number(unread), number(Number(of)))}
      </Notice>
    );
  const [, rows, reference] = /^same_payment: (\d+) (.*)$/s.exec(problem) ?? [];
  if (rows !== undefined && reference !== undefined)
    return (
      <Notice tone="bad" title={messages.failedTitle}>
        {messages.samePayment(number(Number(rows)), reference)}
      </Notice>
    );
  return (
    <Notice tone="bad" title={messages.failedTitle}>
      {unexpected !== undefined
        ? messages.unexpected(unexpected)
        : column === undefined
          ? (bankProblemInWords(problem, bankMessages) ??
            problems[problem as keyof typeof problems] ??
            problem)
          : noColumn(column)}
    </Notice>
  );
}

function Actions({ file: { id, state } }: { file: WholeFile }) {
  const messages = useMessages(reconciliationMessages);
  return (
    <>
      {state === 'done' ? (
        <Action
          route="POST operator/reconciliation/again"
          body={{ id }}
          changes={changes}
          label={messages.again}
          icon="refresh"
          done={messages.againDone}
        />
      ) : null}
      {state === 'failed' || state === 'withdrawn' ? null : (
        <Action
          route="POST operator/reconciliation/withdraw"
          body={{ id }}
          changes={changes}
          label={messages.withdraw}
          icon="undo"
          ask={{ title: messages.withdraw, children: messages.withdrawQuestion, danger: true }}
          done={messages.withdrawDone}
        />
      )}
    </>
  );
}
