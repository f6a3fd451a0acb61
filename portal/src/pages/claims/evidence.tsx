// Shows the evidence about a claim's transaction: everything recorded about it, gathered
// automatically, and as a file to hand on.

import { defined } from '@jokko/contract/defined';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { When } from '../../ui/when.tsx';
import { verbMessages, verbLabel } from '../statement/verb-messages.ts';
import { storyMessages } from '../transactions/messages.ts';
import { EvidenceOfCallbacks } from './evidence-callbacks.tsx';
import { claimMessages } from './messages.ts';
import { useLedgerAccountName } from './use-ledger-account-name.ts';

type Claim = RouteAnswer<'GET operator/claims/:reference'>;
type Proofs = RouteAnswer<'GET operator/transactions/:account/:id'>;

export function Evidence({ claim }: { claim: Claim }) {
  const messages = useMessages(claimMessages);
  const stateOf = useStateMessages();
  const params = { account: String(claim.accountId), id: claim.transactionId };
  const read = useRead('GET operator/transactions/:account/:id', { params }, { freshMs: 30_000 });
  const { answer } = read;
  const file = (
    <Button
      small
      icon="download"
      onClick={() =>
        answer !== undefined && save(`${claim.reference}.json`, { claim, transaction: answer })
      }
    >
      {messages.evidenceFile}
    </Button>
  );
  return (
    <Card
      title={messages.evidence}
      lead={messages.evidenceLead}
      actions={answer === undefined ? null : file}
    >
      <Loaded read={read}>
        {(proofs) => (
          <div className="stack">
            <KeyValues
              items={[
                { label: messages.state, value: stateOf(proofs.state) },
                { label: messages.providerResponse, value: proofs.providerMessages },
                {
                  label: messages.providerReference,
                  value:
                    proofs.providerReference === null ? null : (
                      <Code>{proofs.providerReference}</Code>
                    ),
                },
                { label: messages.phone, value: proofs.phone },
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
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** The state of an operation in words, as its own page says it. */
function useStateMessages(): (state: string) => string {
  const { states } = useMessages(storyMessages);
  return (state) => (Object.hasOwn(states, state) ? states[state as keyof typeof states] : state);
}

function Attempts({ attempts }: { attempts: Proofs['attempts'] }) {
  const messages = useMessages(claimMessages);
  const { attemptStates } = useMessages(storyMessages);
  return (
    <section className="claim-proof">
      <h3>{messages.attempts}</h3>
      {attempts.length === 0 ? (
        <p className="soft">{messages.noAttempts}</p>
      ) : (
        attempts.map((attempt) => (
          <KeyValues
            key={attempt.number}
            items={[
              {
                label: messages.attempt(attempt.number),
                value: `${messages.purpose[attempt.purpose]} · ${attempt.route} · ${attemptStates[attempt.state]}`,
              },
              { label: messages.providerResponse, value: attempt.cause },
              { label: messages.ourReference, value: <Code>{attempt.ours}</Code> },
              {
                label: messages.providerReference,
                value: attempt.theirs === null ? null : <Code>{attempt.theirs}</Code>,
              },
              { label: messages.sentAt, value: <When at={attempt.sentAt} show="exact" /> },
            ]}
          />
        ))
      )}
    </section>
  );
}

function Transitions({ transitions }: { transitions: Proofs['transitions'] }) {
  const messages = useMessages(claimMessages);
  const stateOf = useStateMessages();
  return (
    <section className="claim-proof">
      <h3>{messages.transitions}</h3>
      <Timeline
        label={messages.transitions}
        steps={transitions.map(({ from, to, reason, at }, index) => ({
          key: index,
          title: `${stateOf(from)} → ${stateOf(to)}`,
          at,
          // The event is in the title; what follows it are words of the provider or of the log.
          ...defined({
            body: /: .+$/s.test(reason) ? (
              <span lang="en">{reason.slice(reason.indexOf(': ') + 2)}</span>
            ) : undefined,
          }),
        }))}
      />
    </section>
  );
}

function Transfers({ proofs: { transfers, currency } }: { proofs: Proofs }) {
  const messages = useMessages(claimMessages);
  const verbs = useMessages(verbMessages);
  const accountOf = useLedgerAccountName();
  return (
    <section className="claim-proof">
      <h3>{messages.transfers}</h3>
      <DataTable
        id="claim-transfers"
        caption={messages.transfers}
        rows={transfers}
        rowKey={({ id }) => id}
        columns={[
          { key: 'verb', header: messages.verb, cell: ({ kind }) => verbLabel(verbs, kind) },
          { key: 'debit', header: messages.debit, cell: ({ debit }) => accountOf(debit) },
          { key: 'credit', header: messages.credit, cell: ({ credit }) => accountOf(credit) },
          {
            key: 'amount',
            header: messages.amount,
            align: 'end',
            cell: ({ amount }) => <Money amount={amount} currency={currency} />,
          },
          { key: 'at', header: messages.when, cell: ({ at }) => <When at={at} show="exact" /> },
        ]}
        empty={<p className="soft">{messages.noTransfers}</p>}
      />
    </section>
  );
}
