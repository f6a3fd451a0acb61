// Runs an integration test: one step after the other, by whoever posts the callbacks, until it is
// ended and judged. All of its state is in the database, so that any node goes on with it.

import type { Session } from '../../platform/db/database.ts';
import type { Answered, IntegrationTest, Line } from './integration-test.ts';
import { judge } from './judge.ts';
import { stepsOf } from './steps.ts';
import { findIntegrationTest, storeEnd, storeExchange } from './store.ts';
import { readSeen } from './watch.ts';

export interface Progress {
  answers: { step: number; answered: readonly Answered[] } | null;
  end: boolean;
}

/** Signed; null: what was tested deserves none. */
export type CertificateOf = (test: IntegrationTest, lines: readonly Line[]) => string | null;

/**
 * Takes what was answered, and ends the test where that is asked for. Null: there is no such test.
 */
export async function continueTest(
  session: Session,
  key: Pick<IntegrationTest, 'accountId' | 'id'>,
  { answers, end }: Progress,
  certificateOf: CertificateOf,
): Promise<{ test: IntegrationTest; lines: readonly Line[] } | null> {
  // A repeat of a call whose answer was lost changes nothing, and is told what is due.
  if (answers !== null) await storeExchange(session, key, answers.step, answers.answered);
  const test = await findIntegrationTest(session, key.accountId, key.id);
  if (test === null) return null;
  if (test.lines !== null) return { test, lines: test.lines };
  const lines = judge(test, await readSeen(session, test));
  if (!end) return { test, lines };
  const ended = await storeEnd(session, test, lines, certificateOf(test, lines));
  // Somebody else was faster: theirs counts.
  const present = ended ?? (await findIntegrationTest(session, key.accountId, key.id));
  return present && { test: present, lines: present.lines ?? lines };
}

/** Whether so many answers fit the step that is due. */
export const answersStep = (
  test: IntegrationTest,
  { step, answered }: { step: number; answered: readonly Answered[] },
): boolean => {
  const due = stepsOf(test)[step];
  return due !== undefined && answered.length === (due.times ?? 1);
};
