// Maps an uploaded file: the mapping with its preview, the period, and the button that imports it.

import { useEffect, useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { call, CallError, useChange, useErrorMessages } from '../../api/index.ts';
import { dayBounds, useMessages } from '../../language/index.ts';
import { Link, navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { BankCard } from './bank-card.tsx';
import { bankProblemInWords, bankProblemMessages } from './bank-problem.ts';
import { ColumnsCard, FeesCard, ValuesCard } from './mapping-form.tsx';
import { balancesOf, noPeriod, PeriodCard, type PeriodFields } from './period-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { uploadMessages, type Mapping } from './upload-messages.ts';

export type Preview = RouteAnswer<'POST operator/reconciliation/preview'>;

type Messages = ReturnType<typeof useMessages<typeof uploadMessages>>;
type BankMessages = ReturnType<typeof useMessages<typeof bankProblemMessages>>;

const pauseMs = 400;
const changes = { changes: ['GET operator/reconciliation'] } satisfies Parameters<
  typeof useChange
>[1];

export function MapFile({ id, party, isBank }: { id: number; party: string; isBank: boolean }) {
  const messages = useMessages(uploadMessages);
  const bankMessages = useMessages(bankProblemMessages);
  const { messageOf } = useErrorMessages();
  const { preview, mapping, setMapping, error } = usePreview(id);
  const [period, setPeriod] = useState<PeriodFields>(noPeriod);
  const begin = useChange('POST operator/reconciliation/begin', changes);
  const [same, setSame] = useState<number | null>(null);
  if (error !== null)
    return (
      <Notice tone="bad" live>
        {error.code === 'invalid' ? whyNotRead(error, messages, bankMessages) : messageOf(error)}
      </Notice>
    );
  if (preview === null || mapping === null) return <Skeleton lines={8} />;
  const take = async (): Promise<void> => {
    const answer = await begin.run({
      body: { id, mapping, ...bodyOf(period, preview, mapping.timeZone) },
    });
    if (answer === null) return;
    if (answer.same !== null) return setSame(answer.same);
    if (answer.faults.length === 0) navigate(`/reconciliation/${id}`);
  };
  return (
    <div className="stack">
      {preview.account === null ? (
        <>
          <ColumnsCard mapping={mapping} preview={preview} onChange={setMapping} />
          <ValuesCard mapping={mapping} onChange={setMapping} />
        </>
      ) : (
        <BankCard
          preview={{ ...preview, account: preview.account }}
          mapping={mapping}
          ours={isBank}
          onChange={setMapping}
        />
      )}
      {isBank ? null : <FeesCard mapping={mapping} onChange={setMapping} />}
      <PeriodCard
        period={period}
        found={preview.balances}
        error={begin.error}
        onChange={setPeriod}
      />
      <PreviewCard
        preview={preview}
        onShared={(other) => setMapping({ ...mapping, routes: [...mapping.routes, other] })}
      />
      {begin.error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(begin.error)}
        </Notice>
      )}
      {same === null ? null : (
        <Notice tone="warn" live>
          {messages.sameFile} <Link to={`/reconciliation/${same}`}>{messages.seeSame}</Link>
        </Notice>
      )}
      <div>
        <Button
          variant="primary"
          icon="check"
          pending={begin.pending}
          disabled={isNothing(preview)}
          onClick={() => void take()}
        >
          {messages.begin} ({party})
        </Button>
      </div>
    </div>
  );
}

/**
 * A bank's statement without entries says that nothing has happened; a table without lines says
 * nothing.
 */
const isNothing = ({ faults, lines, account }: Preview): boolean =>
  faults.length > 0 || (lines.length === 0 && account === null);

/** `file.xml`: what is wrong with the file as a whole. */
function whyNotRead(
  { fields }: CallError,
  { problems, notTable }: Messages,
  bankMessages: BankMessages,
): string {
  const name = fields[0]?.field.replace('file.', '') ?? '';
  return (
    bankProblemInWords(name, bankMessages) ??
    (problems as { [name: string]: string })[name] ??
    notTable
  );
}

/** The preview follows the mapping, a moment after the last change. */
function usePreview(id: number) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const look = async (): Promise<void> => {
      try {
        const answer = await call(
          'POST operator/reconciliation/preview',
          { body: { id, mapping } },
          { signal: left.signal },
        );
        if (left.signal.aborted) return;
        setPreview(answer);
        setMapping((known) => known ?? answer.mapping);
        setError(null);
      } catch (problem) {
        // What a half-typed value makes of the mapping is told beside its field; only a file that
        // cannot be read ends it.
        if (!left.signal.aborted && mapping === null)
          setError(problem instanceof CallError ? problem : new CallError('internal', 0));
      }
    };
    const timer = setTimeout(() => void look(), mapping === null ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [id, mapping]);
  return { preview, mapping, setMapping, error };
}

/** Days are those of the statement, wherever it is looked at. */
function bodyOf(period: PeriodFields, preview: Preview, timeZone: string) {
  const { from, until } = period;
  const { currency, opening, closing } = balancesOf(period, preview.balances);
  const plain = (text: string): string | null =>
    text.replaceAll(/\s/g, '').replace(',', '.').replace('\u2212', '-') || null;
  const stated = { currency, opening: plain(opening), closing: plain(closing) };
  return {
    from: from === '' ? null : dayBounds(from, timeZone).from,
    until: until === '' ? null : dayBounds(until, timeZone).until,
    balances: stated.opening === null && stated.closing === null ? [] : [stated],
  };
}
