// Names the characters because of which a text is sent in Unicode, what stands for each in the GSM
// alphabet, and what the text would cost then.

import { useMemo } from 'react';
import { proposeGsm, type GsmCharacter } from '@jokko/contract/sms-text';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Amounts } from './amounts.tsx';
import { smsMessages } from './messages.ts';
import type { LivePrice } from './use-live-price.ts';

type Totals = LivePrice['totals'];

function groupOf({
  to,
  keepsSpelling,
}: GsmCharacter): 'spellingKept' | 'spellingChanged' | 'noStandIn' {
  if (to === null) return 'noStandIn';
  return keepsSpelling ? 'spellingKept' : 'spellingChanged';
}

/** Nothing, or an empty text, stands for what is only left out. */
const namedWithStandIn = ({ from, to }: GsmCharacter): string => (to ? `${from} → ${to}` : from);

export function Unicode({
  text,
  transliterate,
  parts,
  price,
  onReplace,
}: {
  text: string;
  transliterate: boolean;
  /** The parts of the text as it is. */
  parts: number;
  price: LivePrice | null;
  onReplace(text: string): void;
}) {
  const messages = useMessages(smsMessages.compose);
  const proposal = useMemo(() => proposeGsm(text, { transliterate }), [text, transliterate]);
  if (proposal === null) return null;
  const groups = Map.groupBy(proposal.characters, groupOf);
  return (
    <div className="stack stack-s">
      <p>{messages.unicode}</p>
      <ul>
        {[...groups].map(([group, characters]) => (
          <li key={group}>
            {characters.map(namedWithStandIn).join(', ')} ({messages[group]})
          </li>
        ))}
      </ul>
      {proposal.parts === null ? null : (
        <p role="status">
          {messages.inGsm(proposal.parts, parts)}
          {price?.inGsm == null ? null : (
            <Saved before={price.totals} after={price.inGsm.totals} word={messages.insteadOf} />
          )}
        </p>
      )}
      {proposal.characters.some(({ to }) => to !== null) ? (
        <div>
          <Button small onClick={() => onReplace(proposal.text)}>
            {messages.replace}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Saved({ before, after, word }: { before: Totals; after: Totals; word: string }) {
  const amountsOf = (totals: Totals) =>
    totals.map(({ currency, total }) => ({ currency, amount: total }));
  return (
    <>
      {' · '}
      <Amounts amounts={amountsOf(after)} /> {word} <Amounts amounts={amountsOf(before)} />
    </>
  );
}
