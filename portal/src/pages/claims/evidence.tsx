// What proves what became of a claim's transaction? All that was written about it, gathered by itself, and as a file to hand on.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { When } from '../../ui/when.tsx';
import { verbTexts, verbWord } from '../statement/verbs.ts';
import { storyTexts } from '../transactions/texts.ts';
import { EvidenceOfCallbacks } from './evidence-callbacks.tsx';
import { useLedgerAccountWords } from './ledger-words.ts';
import { claimTexts } from './texts.ts';

type Claim = RouteAnswer<'GET operator/claims/:reference'>;
type Proofs = RouteAnswer<'GET operator/transactions/:account/:id'>;

export function Evidence({ claim }: { claim: Claim }) {
  const words = useTexts(claimTexts);
  const stateOf = useStateWords();
  const params = { account: String(claim.accountId), id: claim.transactionId };
  const read = useRead('GET operator/transactions/:account/:id', { params }, { freshMs: 30_000 });
  const { answer } = read;
  const file = (
    <Button small icon="download" onClick={() => answer !== undefined && save(`${claim.reference}.json`, { claim, transaction: answer })}>
      {words.evidenceFile}
    </Button>
  );
  return (
    <Card title={words.evidence} lead={words.evidenceLead} actions={answer === undefined ? null : file}>
      <Loaded read={read}>
        {(proofs) => (
          <div className="stack">
            <KeyValues
              items={[
                { label: words.state, value: stateOf(proofs.state) },
                { label: words.providerWords, value: proofs.providerWords },
                {
                  label: words.providerReference,
                  value: proofs.providerReference === null ? null : <Code>{proofs.providerReference}</Code>,
                },
                { label: words.phone, value: proofs.phone },
              ]}
            />
            <Attempts attempts={proofs.attempts} />
            <EvidenceOfCallbacks callbacks={proofs.callbacks} />
            <Transitions transitions={proofs.transitions} />
            <Transfers proofs={proofs} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** As a file of the browser's, so that nothing has to be read again. */
function save(name: string, content: object): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** The state of an operation in words, as its own page says it. */
function useStateWords(): (state: string) => string {
  const { states } = useTexts(storyTexts);
  return (state) => (Object.hasOwn(states, state) ? states[state as keyof typeof states] : state);
}

function Attempts({ attempts }: { attempts: Proofs['attempts'] }) {
  const words = useTexts(claimTexts);
  const { attemptStates } = useTexts(storyTexts);
  return (
    <section className="claim-proof">
      <h3>{words.attempts}</h3>
      {attempts.length === 0 ? (
        <p className="soft">{words.noAttempts}</p>
      ) : (
        attempts.map((attempt) => (
          <KeyValues
            key={attempt.number}
            items={[
              {
                label: words.attempt(attempt.number),
                value: `${words.purpose[attempt.purpose]} · ${attempt.route} · ${attemptStates[attempt.state]}`,
              },
              { label: words.providerWords, value: attempt.cause },
              { label: words.ourReference, value: <Code>{attempt.ours}</Code> },
              { label: words.providerReference, value: attempt.theirs === null ? null : <Code>{attempt.theirs}</Code> },
              { label: words.sentAt, value: <When at={attempt.sentAt} show="exact" /> },
            ]}
          />
        ))
      )}
    </section>
  );
}

function Transitions({ transitions }: { transitions: Proofs['transitions'] }) {
  const words = useTexts(claimTexts);
  const stateOf = useStateWords();
  return (
    <section className="claim-proof">
      <h3>{words.transitions}</h3>
      <Timeline
        label={words.transitions}
        steps={transitions.map(({ from, to, reason, at }, index) => ({
          key: index,
          title: `${stateOf(from)} → ${stateOf(to)}`,
          at,
          // The event is in the title; what follows it are words of the provider or of the log.
          ...(/: .+$/s.test(reason) ? { body: <span lang="en">{reason.slice(reason.indexOf(': ') + 2)}</span> } : {}),
        }))}
      />
    </section>
  );
}

function Transfers({ proofs: { transfers, currency } }: { proofs: Proofs }) {
  const words = useTexts(claimTexts);
  const verbs = useTexts(verbTexts);
  const accountOf = useLedgerAccountWords();
  return (
    <section className="claim-proof">
      <h3>{words.transfers}</h3>
      <DataTable
        id="claim-transfers"
        caption={words.transfers}
        rows={transfers}
        rowKey={({ id }) => id}
        columns={[
          { key: 'verb', header: words.verb, cell: ({ kind }) => verbWord(verbs, kind) },
          { key: 'debit', header: words.debit, cell: ({ debit }) => accountOf(debit) },
          { key: 'credit', header: words.credit, cell: ({ credit }) => accountOf(credit) },
          { key: 'amount', header: words.amount, align: 'end', cell: ({ amount }) => <Money amount={amount} currency={currency} /> },
          { key: 'at', header: words.when, cell: ({ at }) => <When at={at} show="exact" /> },
        ]}
        empty={<p className="soft">{words.noTransfers}</p>}
      />
    </section>
  );
}
