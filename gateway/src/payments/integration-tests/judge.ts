// Judges a test from outside: by what the receiver answered, and by the calls that the program made
// meanwhile. Pure.

import {
  integrationScenarios,
  lostAnswerDigits,
  type IntegrationCause,
  type IntegrationScenario,
} from '@jokko/contract';
import type { Answered, IntegrationTest, Line } from './integration-test.ts';
import { stepsOf, type Expected } from './steps.ts';

/** What the program did while the test ran. */
export interface Seen {
  /** The oldest first. */
  operations: readonly SeenOperation[];
  /**
   * The answer to the first attempt of the callback of a transaction whose answer was lost; null:
   * there was none.
   */
  callbackFirst: Answered | null;
  /** Status queries were refused as too many. */
  polledTooOften: boolean;
  /** An amount with decimals was refused. */
  sentFraction: boolean;
}

export interface SeenOperation {
  id: string;
  externalId: string;
  codeService: string;
  phone: string;
  amount: bigint;
}

type Verdict = Omit<Line, 'scenario'>;

const pass: Verdict = { result: 'pass', cause: null, status: null };
const fail = (cause: IntegrationCause, status: number | null = null): Verdict => ({
  result: 'fail',
  cause,
  status,
});
const notSeen = (cause: IntegrationCause): Verdict => ({ result: 'notSeen', cause, status: null });

export const losesAnswer = ({ phone }: Pick<SeenOperation, 'phone'>): boolean =>
  phone.endsWith(lostAnswerDigits);

/** A line for each scenario of the test, in their order. */
export function judge(test: IntegrationTest, seen: Seen): Line[] {
  const isGenuineTaken = judgeSent(test, 'genuine', true).result === 'pass';
  return integrationScenarios
    .filter((scenario) => test.scenarios?.includes(scenario) ?? true)
    .map((scenario) => ({
      scenario,
      ...(isWatched(scenario)
        ? watched[scenario](test, seen)
        : judgeSent(test, scenario, isGenuineTaken)),
    }));
}

function judgeSent(
  test: IntegrationTest,
  scenario: IntegrationScenario,
  isGenuineTaken: boolean,
): Verdict {
  let verdict = notSeen('noCall');
  for (const [place, step] of stepsOf(test).entries()) {
    const answers = test.exchanges[place];
    if (step.scenario !== scenario) continue;
    if (answers === undefined) return notSeen('noCall');
    if (step.expected === 'refused' && !isGenuineTaken) return notSeen('genuineFirst');
    for (const answered of answers) {
      verdict = verdictOn(step.expected, answered);
      if (verdict.result !== 'pass') return verdict;
    }
  }
  return verdict;
}

const serverErrorMin = 500;

function verdictOn(expected: Expected, { status }: Answered): Verdict {
  if (expected === 'any') return pass;
  if (status === null) return fail('noAnswer');
  if (expected === 'refused') return status === 200 ? fail('accepted', status) : pass;
  const isGood = expected === 'accepted' ? status === 200 : status < serverErrorMin;
  return isGood ? pass : fail('status', status);
}

/** Whether the program has called at all. */
const passWhereSeen = ({ operations }: Seen): Verdict =>
  operations.length > 0 ? pass : notSeen('noCall');

const watched = {
  beforeAnswer: (_, { callbackFirst }) =>
    callbackFirst === null ? notSeen('noCall') : verdictOn('accepted', callbackFirst),
  lostAnswer({ repeated }, { operations }) {
    const lost = operations.filter(losesAnswer);
    if (lost.length === 0) return notSeen('noCall');
    if (lost.some((one) => lost.some((other) => isSamePurchase(one, other))))
      return fail('otherId');
    return lost.every(({ id }) => repeated.includes(id)) ? pass : notSeen('noRepeat');
  },
  polling: (_, seen) => (seen.polledTooOften ? fail('tooOften') : passWhereSeen(seen)),
  fraction: (_, seen) => (seen.sentFraction ? fail('fractionSent') : passWhereSeen(seen)),
  direction: ({ direction }, seen) =>
    seen.operations.some(({ codeService }) => otherWay[direction]?.test(codeService) ?? false)
      ? fail('otherDirection')
      : passWhereSeen(seen),
} satisfies {
  [scenario in IntegrationScenario]?: (test: IntegrationTest, seen: Seen) => Verdict;
};

const isWatched = (scenario: IntegrationScenario): scenario is keyof typeof watched =>
  scenario in watched;

const otherWay: { [direction in IntegrationTest['direction']]: RegExp | null } = {
  collect: /CASH_?IN/,
  payOut: /CASH_?OUT/,
  both: null,
};

const isSamePurchase = (one: SeenOperation, other: SeenOperation): boolean =>
  one.id !== other.id &&
  one.phone === other.phone &&
  one.amount === other.amount &&
  one.codeService === other.codeService;
