// Tells what happened to a transaction line by line, in words, for the printed evidence: no word of
// the program stands in it.

import {
  errorClassWords,
  ledgerVerbLabel,
  ledgerVerbTexts,
  toDecimalString,
} from '@jokko/contract';
import {
  attemptWords,
  claimWords,
  operationWords,
  reversalWords,
  type RouteResult,
} from '@jokko/contract/portal';
import type { State } from '../../payments/operations/index.ts';
import { evidenceMessages } from './evidence-messages.ts';

export type Evidence = RouteResult<'GET transactions/:id'> & { accountId: number };
type Language = 'fr' | 'en';
type Words<Key extends string> = {
  readonly [key in Key]: readonly [french: string, english: string];
};

/** Each state has its words, or this does not compile. */
const states: Words<State> = operationWords;
const attempts: Words<Evidence['attempts'][number]['state']> = attemptWords;
const reversals: Words<Evidence['reversals'][number]['state']> = reversalWords;
const claims: Words<Evidence['claims'][number]['status']> = claimWords;

interface Line {
  at: Date | string;
  text: string;
}

/** `1 500 XOF`; answers that were not encoded yet hold amounts in ten-thousandths. */
export const moneyText = (amount: bigint | string, currency: string): string =>
  `${typeof amount === 'bigint' ? toDecimalString(amount) : amount} ${currency}`;

const joined = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');

/** The oldest first. */
export function evidenceHistory(evidence: Evidence, language: Language): Line[] {
  const messages = evidenceMessages[language];
  const word = <Key extends string>(words: Words<Key>, key: Key): string =>
    words[key][language === 'fr' ? 0 : 1];
  const { currency } = evidence;
  const lines: Line[] = [
    { at: evidence.createdAt, text: messages.received },
    ...evidence.attempts.map(({ number, purpose, route, state, ours, theirs, cause, sentAt }) => ({
      at: sentAt,
      text: joined([
        `${messages.attempts[purpose]} ${number} : ${word(attempts, state)}`,
        route,
        ours,
        theirs,
        cause,
      ]),
    })),
    ...evidence.transitions.map(({ from, to, reason, at }) => ({
      at,
      text: joined([
        `${messages.status} : ${word(states, from as State)} > ${word(states, to as State)}`,
        // Before the colon stands the kind of the event, which the states tell already.
        /: (.+)$/s.exec(reason)?.[1],
      ]),
    })),
    ...evidence.transfers.map(({ kind, amount, at }) => ({
      at,
      text: joined([
        `${messages.transfer} : ${ledgerVerbLabel(ledgerVerbTexts[language], kind)}`,
        moneyText(amount, currency),
      ]),
    })),
    ...callbackLines(evidence, language),
    ...evidence.reversals.map(({ askedAt, askedBy, decidedBy, state }) => ({
      at: askedAt,
      text: joined([`${messages.reversal} ${askedBy}`, decidedBy, word(reversals, state)]),
    })),
    ...evidence.claims.map(({ reference, status, openedAt }) => ({
      at: openedAt,
      text: `${messages.claim} ${reference} · ${word(claims, status)}`,
    })),
  ];
  return lines
    .map((line) => ({
      ...line,
      text: language === 'fr' ? line.text : line.text.replaceAll(' : ', ': '),
    }))
    .toSorted((one, other) => new Date(one.at).getTime() - new Date(other.at).getTime());
}

function callbackLines({ callbacks }: Evidence, language: Language): Line[] {
  const messages = evidenceMessages[language];
  const errors: Partial<Record<string, readonly [french: string, english: string]>> =
    errorClassWords;
  return callbacks.flatMap(({ host, attempts: tries }) =>
    tries.map(({ number, httpStatus, errorClass, at }) => ({
      at,
      text: joined([
        `${messages.callback} ${number} : ${errorClass === null ? messages.delivered : (errors[errorClass]?.[language === 'fr' ? 0 : 1] ?? errorClass)}`,
        host,
        httpStatus === null ? null : `HTTP ${httpStatus}`,
      ]),
    })),
  );
}
