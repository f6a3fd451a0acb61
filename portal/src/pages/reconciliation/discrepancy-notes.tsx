// Notes on a discrepancy, with author and time.

import type { RouteAnswer } from '@jokko/contract/portal';
import { type InLanguage, useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { When } from '../../ui/when.tsx';
import { DiscrepancyStateBadge } from './badges.tsx';
import { reconciliationMessages } from './messages.ts';
import { ruleMessages } from './rule-messages.ts';
import { approvalPath } from '../approval-requests/approval-path.ts';

export type DiscrepancyWithNotes = RouteAnswer<'GET operator/reconciliation-discrepancies/:id'>;

export function DiscrepancyNotes({ notes }: { notes: DiscrepancyWithNotes['notes'] }) {
  const messages = useMessages(reconciliationMessages);
  const { feeOf } = useMessages(ruleMessages);
  const { money } = useFormat();
  if (notes.length === 0) return <p>{messages.noNotes}</p>;
  return (
    <ol className="reconciliation-notes">
      {notes.map(({ at, by, to, note, approvalRequestId }) => (
        <li key={`${at} ${note}`}>
          <p className="reconciliation-note-head">
            <DiscrepancyStateBadge state={to} /> {by ?? messages.bySystem} · <When at={at} />
          </p>
          <p className="reconciliation-words">{wordsOf(note, by, { messages, feeOf, money })}</p>
          {approvalRequestId === null ? null : (
            <p>
              <Link to={approvalPath(approvalRequestId)}>
                {messages.approvalRequest} {approvalRequestId}
              </Link>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface Reader {
  messages: InLanguage<typeof reconciliationMessages>;
  feeOf: InLanguage<typeof ruleMessages>['feeOf'];
  money: ReturnType<typeof useFormat>['money'];
}

/** What the gateway notes by itself, in the reader's language. */
function wordsOf(note: string, by: string | null, { messages, feeOf, money }: Reader): string {
  if (by !== null) return note;
  if (note === 'matches_now') return messages.matchesNow;
  if (note === 'missing_again') return messages.missingAgain;
  if (note === 'differs_again') return messages.differsAgain;
  const [, rule = '', percent = '', fixed = '', fee = '', currency] =
    /^rule:(\d+):([\d.]+):([\d.]+):([\d.]+):([A-Z]{3})$/.exec(note) ?? [];
  if (currency !== undefined)
    return messages.explainedByRule({
      rule,
      fee: money(fee, currency),
      share: feeOf(percent, fixed),
    });
  const [, file, row] = /^named_by:(\d+):(\d+)$/.exec(note) ?? [];
  return file === undefined || row === undefined ? note : messages.namedBy(file, row);
}
