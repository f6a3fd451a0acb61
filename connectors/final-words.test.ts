// Runs the rules about words that nobody has listed, and about answers that are not the provider's,
// on every connector of payments.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { paymentConnectors } from './index.ts';
import { finalWordTests, roughAnswerTests } from './kit/conformance/index.ts';
import type { Subject } from './kit/conformance/index.ts';

type AnySubject = Subject<{ [field: string]: unknown }>;

/**
 * Results in files have their own: a file has no log, and the gateway writes the line
 * (bank-file/test/read-file.test.ts).
 */
const callers = Object.values(paymentConnectors).filter(({ files }) => files === undefined);

/**
 * A question tells them nothing of a refund: a notice brings the result, or the original shows that
 * it was given back.
 */
const toldOtherwise: ReadonlySet<string> = new Set(['mpesa', 'wave']);

for (const { name } of callers) {
  const module = (await import(`./${name}/test/subject.ts`)) as { [member: string]: AnySubject };
  const subject = Object.values(module).find((each) => each?.connector?.name === name);
  test(`${name} has a subject`, () => assert.ok(subject !== undefined));
  if (subject !== undefined)
    describe(name, () => {
      const { finalWords, connector } = subject;
      const tellsRefunds =
        connector.queryRefund !== undefined &&
        finalWords.reasons !== 'none' &&
        !toldOtherwise.has(name);
      const isOneCall = !['singleAnswers', 'singleCalls'].some((lack) =>
        subject.lacks?.includes(lack as 'singleCalls'),
      );
      test('says how an order is refused', { skip: !isOneCall }, () =>
        assert.ok((subject.refusals?.answers.length ?? 0) > 0),
      );
      test('says how a refund fails', { skip: !tellsRefunds }, () => {
        assert.ok(finalWords.reasons !== 'none');
        assert.ok(finalWords.reasons.some(({ by }) => by === 'queryRefund'));
      });
      test('says which final words prove nothing', () =>
        assert.ok(finalWords.doubts !== undefined));
      finalWordTests(subject);
      roughAnswerTests(subject);
    });
}
