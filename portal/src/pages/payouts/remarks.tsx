// What is to be said about a line? What is wrong with it by column, what it looks like, why it failed.

import type { RouteAnswer } from '@jokko/contract/portal';
import { fieldTexts } from '../../api/error-texts.ts';
import { useLanguage, useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { payoutTexts } from './texts.ts';

export type Line = RouteAnswer<'GET payouts/:id/lines'>['items'][number];
type Problem = Line['problems'][number];
type Doubt = Line['doubts'][number];

/** `base`: where batches of this side stand; `transactions`: whether the reader has a page of transactions of this account. */
export function Remarks({ line: { problems, doubts, failure, state }, base }: { line: Line; base: string }) {
  const shown = [...problems, ...(failure === null ? [] : [failure])];
  // A line that was sent is doubted no more, unless it may be sent again.
  const doubted = state === 'draft' || state === 'failed' ? doubts : [];
  if (shown.length + doubted.length === 0) return <>–</>;
  return (
    <ul className="payout-remarks">
      {shown.map((problem, index) => (
        <li key={index}>
          <ProblemWords problem={problem} />
        </li>
      ))}
      {doubted.map((doubt, index) => (
        <li key={`doubt-${index}`} className="soft">
          <DoubtWords doubt={doubt} base={base} />
        </li>
      ))}
    </ul>
  );
}

function ProblemWords({ problem: { column, problem, text } }: { problem: Problem }) {
  const { columns, problems } = useTexts(payoutTexts);
  const { language } = useLanguage();
  const own = problems as Partial<Record<string, string>>;
  const words = text ?? own[problem] ?? (fieldTexts[language] as Partial<Record<string, string>>)[problem] ?? problem;
  if (column === 'line') return <>{words}</>;
  return (
    <>
      <strong>{columns[column]}</strong> – {words}
    </>
  );
}

function DoubtWords({ doubt, base }: { doubt: Doubt; base: string }) {
  const words = useTexts(payoutTexts);
  switch (doubt.kind) {
    case 'sameInFile':
      return <>{words.sameInFile(doubt.line)}</>;
    case 'paidBefore':
      return (
        <>
          {words.paidBefore}{' '}
          {base === '/payouts' ? <Link to={`/transactions/${doubt.transactionId}`}>{doubt.transactionId}</Link> : doubt.transactionId}
        </>
      );
    case 'inBatch':
      return (
        <>
          {words.inBatch} <Link to={`${base}/${doubt.batchId}`}>{doubt.batchId}</Link>
        </>
      );
  }
}
