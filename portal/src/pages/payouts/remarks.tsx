// Remarks on a line: its errors by column, duplicate warnings, and why it failed.

import type { RouteAnswer } from '@jokko/contract/portal';
import { fieldMessages } from '../../api/call-error-messages.ts';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { payoutMessages } from './messages.ts';

export type Line = RouteAnswer<'GET payouts/:id/lines'>['items'][number];
type Problem = Line['problems'][number];
type DuplicateWarning = Line['duplicates'][number];

/**
 * `base`: where batches of this side stand; `transactions`: whether the reader has a page of
 * transactions of this account.
 */
export function Remarks({
  line: { problems, duplicates, failure, state },
  base,
}: {
  line: Line;
  base: string;
}) {
  const shown = [...problems, ...(failure === null ? [] : [failure])];
  // A line that was sent is doubted no more, unless it may be sent again.
  const withDuplicates = state === 'draft' || state === 'failed' ? duplicates : [];
  if (shown.length + withDuplicates.length === 0) return <>–</>;
  return (
    <ul className="payout-remarks">
      {shown.map((problem, index) => (
        <li key={index}>
          <ProblemMessages problem={problem} />
        </li>
      ))}
      {withDuplicates.map((duplicate, index) => (
        <li key={`doubt-${index}`} className="soft">
          <DuplicateMessages duplicate={duplicate} base={base} />
        </li>
      ))}
    </ul>
  );
}

function ProblemMessages({ problem: { column, problem, text } }: { problem: Problem }) {
  const { columns, problems } = useMessages(payoutMessages);
  const known: Partial<Record<string, string>> = { ...useMessages(fieldMessages), ...problems };
  const message = text ?? known[problem] ?? problem;
  if (column === 'line') return <>{message}</>;
  return (
    <>
      <strong>{columns[column]}</strong> – {message}
    </>
  );
}

function DuplicateMessages({ duplicate, base }: { duplicate: DuplicateWarning; base: string }) {
  const messages = useMessages(payoutMessages);
  switch (duplicate.kind) {
    case 'sameInFile':
      return <>{messages.sameInFile(duplicate.line)}</>;
    case 'paidBefore':
      return (
        <>
          {messages.paidBefore}{' '}
          {base === '/payouts' ? (
            <Link to={`/transactions/${duplicate.transactionId}`}>{duplicate.transactionId}</Link>
          ) : (
            duplicate.transactionId
          )}
        </>
      );
    case 'inBatch':
      return (
        <>
          {messages.inBatch} <Link to={`${base}/${duplicate.batchId}`}>{duplicate.batchId}</Link>
        </>
      );
  }
}
