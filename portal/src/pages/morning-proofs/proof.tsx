// Page of one morning proof: the verdict, books, providers and bank beside each other, what is
// open, and the signature.

import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { proofMessages } from './messages.ts';
import { BankCard, BooksCard, MovementsCard, OpenCard, ProvidersCard } from './proof-cards.tsx';
import { SignProof } from './sign-proof.tsx';
import { Verdict } from './verdict.tsx';

export type Answer = RouteAnswer<'GET operator/morning-proofs/:day'>;

export default function MorningProof({ params: { day = '' } }: { params: Record<string, string> }) {
  const messages = useMessages(proofMessages);
  const { day: shownDay } = useFormat();
  const read = useRead('GET operator/morning-proofs/:day', { params: { day } });
  return (
    <Page
      title={messages.one(read.answer === undefined ? day : shownDay(day))}
      back={{ to: '/morning-proofs', label: messages.back }}
      {...(read.answer !== undefined && {
        beside: <ProofVerdict answer={read.answer} />,
      })}
      actions={
        read.answer === undefined ? null : (
          <>
            <Button
              icon="download"
              onClick={() =>
                location.assign(
                  addressOf('GET operator/morning-proofs/:day/pdf', { params: { day } }),
                )
              }
            >
              {messages.pdf}
            </Button>
            {read.answer.signature === null && read.answer.sealed ? (
              <SignProof answer={read.answer} />
            ) : null}
          </>
        )
      }
    >
      <Loaded read={read} lines={8}>
        {(answer) => (
          <div className="stack">
            {answer.sealed ? null : <Notice tone="bad">{messages.sealBroken}</Notice>}
            {answer.proof.cellsNotRead.length === 0 ? null : (
              <Notice tone="info">
                {messages.cellsNotRead(answer.proof.cellsNotRead.join(', '))}
              </Notice>
            )}
            <Points answer={answer} />
            <BooksCard proof={answer.proof} />
            <ProvidersCard proof={answer.proof} />
            <BankCard answer={answer} />
            <OpenCard proof={answer.proof} />
            <MovementsCard proof={answer.proof} />
            <Signature answer={answer} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/**
 * What is to be looked at: what was found in the morning, and where the signer read another balance
 * at the bank.
 */
function usePoints({ proof: { points, providers }, signature }: Answer): string[] {
  const { codes, bankDiffers } = useMessages(proofMessages);
  const { money } = useFormat();
  /** By what a point says of a provider. */
  const differences = new Map(
    providers.map(({ routes, currency, difference }) => [
      `${routes.join(', ')} ${currency}`,
      difference === null ? null : money(difference, currency),
    ]),
  );
  const apart = (signature?.bank ?? []).filter(
    ({ difference }) => difference !== null && difference !== '0',
  );
  return [
    ...points.map(({ code, about }) =>
      [codes[code], about, code === 'provider' && about !== null ? differences.get(about) : null]
        .filter((part) => part != null)
        .join(' · '),
    ),
    ...apart.map(({ currency }) => `${bankDiffers} · ${currency}`),
  ];
}

function ProofVerdict({ answer }: { answer: Answer }) {
  return <Verdict points={usePoints(answer).length} />;
}

function Points({ answer }: { answer: Answer }) {
  const messages = useMessages(proofMessages);
  const points = usePoints(answer);
  if (points.length === 0)
    return (
      <Notice tone="good">
        {answer.signature === null ? messages.agreesLong : messages.signedLong}
      </Notice>
    );
  return (
    <Notice tone="warn" title={messages.points}>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Signature({ answer: { proof, seal, signature } }: { answer: Answer }) {
  const messages = useMessages(proofMessages);
  return (
    <Card title={messages.signature}>
      <KeyValues
        items={[
          { label: messages.madeAt, value: <When at={proof.madeAt} show="both" /> },
          { label: messages.signedBy, value: signature?.by ?? messages.unsigned },
          {
            label: messages.signedAt,
            value: signature === null ? null : <When at={signature.at} show="both" />,
          },
          { label: messages.note, value: signature?.note ?? null },
          { label: messages.seal, value: <Code>{seal}</Code> },
        ]}
      />
    </Card>
  );
}
