// Hands what the payer did on a payment page to the operation, and decides which page follows.
// Always a page that leads on, never a redirect: browsers hold every redirect that follows a form
// to the policy of the form's page.

import type { StepInput } from '@jokko/connectors/kit';
import { forwardPage, statusAt } from './page-bodies.ts';
import { answerPostedReturn, type PageAnswer } from './payment-page.ts';
import type { PaymentPagesDeps, PaymentPageView, Visitor } from './payment-page-view.ts';
import { retryPage } from './step-bodies.ts';
import type { FormFields } from './http-form.ts';
import { returnedFields, stepInputOf, type Connection } from './step-input.ts';
import type { StepProblem } from './texts.ts';

/**
 * A card is in the memory of one node. With a few nodes, and each request to any of them, so many
 * find it nearly always.
 */
const triesMax = 8;

export interface StepVisit {
  /** What follows `/deep/`. */
  address: string;
  path: string;
  view: PaymentPageView;
  visitor: Visitor;
}

/** What a form of the page asks for. */
interface Handed {
  attempt: number;
  input: StepInput;
  /** The fields by which the page hands the same in once more. */
  again: FormFields;
  tries: number;
}

/**
 * What the bank's form or redirect has brought, where the payment waits for that; null: nothing.
 */
export function returnedStep(
  view: PaymentPageView,
  returned: FormFields,
  nowMs: number,
): Handed | null {
  const isAwaited = view.step?.kind === 'post' && statusAt(view, nowMs) === 'waiting';
  if (!isAwaited || Object.keys(returned).length === 0) return null;
  const again = { attempt: String(view.attempt), ...returnedFields(returned) };
  return { attempt: view.attempt, input: { returned }, again, tries: 0 };
}

/** The way back from the bank, which leads on to the page of the result. */
export async function answerReturned(
  deps: PaymentPagesDeps,
  visit: StepVisit,
  handed: Handed,
): Promise<PageAnswer> {
  return (
    (await take(deps, visit, handed)) ?? answerPostedReturn(visit.view, visit.visitor, visit.path)
  );
}

/** A form of our own page. */
export async function answerTyped(
  deps: PaymentPagesDeps,
  visit: StepVisit,
  fields: FormFields,
  connection: Connection,
): Promise<PageAnswer> {
  const { view } = visit;
  const attempt = Number(fields['attempt']);
  // The form is of another page than the one that is shown now, or of none.
  if (view.step === undefined || attempt !== view.attempt) return goOn(visit, null);
  const input = stepInputOf(view.step, fields, connection);
  if (input === null) return goOn(visit, view.step.kind === 'otp' ? 'code' : null);
  const { tries = '0', ...again } = fields;
  const handed = { attempt, input, again, tries: Number(tries) || 0 };
  const answer = await take(deps, visit, handed);
  if (answer !== null) return answer;
  return view.step.kind === 'post'
    ? answerPostedReturn(view, visit.visitor, visit.path)
    : goOn(visit, null);
}

/** Null: the step was taken, or nothing of it was left to be done. */
async function take(
  deps: PaymentPagesDeps,
  visit: StepVisit,
  { attempt, input, again, tries }: Handed,
): Promise<PageAnswer | null> {
  const result = await deps.takeStep(visit.address, { attempt, input });
  switch (result) {
    case 'taken':
    case 'notWaiting':
    case null:
      return null;
    case 'refused':
      return goOn(visit, input.otp === undefined ? 'closed' : 'code');
    case 'spent':
    case 'tooFast':
      return goOn(visit, result);
    case 'closed':
      // A code can be typed again; what the bank has brought is brought once.
      return input.otp !== undefined || tries >= triesMax
        ? goOn(visit, 'closed')
        : retry(visit, again, tries);
    case 'noCard':
      if (tries < triesMax) return retry(visit, again, tries);
      await deps.giveUp(visit.address);
      return goOn(visit, 'ended');
  }
}

const retry = ({ path, visitor }: StepVisit, again: FormFields, tries: number): PageAnswer => ({
  kind: 'page',
  status: 200,
  body: retryPage(visitor, path, { ...again, tries: String(tries + 1) }),
  elsewhere: true,
});

function goOn({ path, visitor }: StepVisit, problem: StepProblem | null): PageAnswer {
  const query = problem === null ? '' : `&problem=${problem}`;
  const url = `${path}?lang=${visitor.language}${query}`;
  return { kind: 'page', status: 200, body: forwardPage(visitor, url, 'goOn') };
}
