// Checks that secrets, texts and numbers never reach the log, what a session shows, or an outcome.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOf, play, type Play } from './play.ts';
import type { SmsSubject } from './subject.ts';

/** Values of the secret fields that are long enough to be told from other words. */
export function secretsOf<Config>({ connector, config }: SmsSubject<Config>): string[] {
  const values = config as { readonly [name: string]: unknown };
  return connector.configForm
    .filter(({ type }) => type === 'secret')
    .map(({ name }) => values[name])
    .filter((value) => typeof value === 'string' && value.length >= secretMinChars) as string[];
}
const secretMinChars = 4;

/**
 * What requests showed the carrier: `Basic` holds a secret in another spelling than the
 * configuration.
 */
const credentialsOf = ({ requests }: Pick<Play<unknown>, 'requests'>): string[] =>
  requests
    .map(({ headers }) => (headers?.['Authorization'] ?? '').replace(/^\S+ /, ''))
    .filter((value) => value.length >= secretMinChars);

export function secrecyTests<Config>(subject: SmsSubject<Config>): void {
  test('what a carrier repeats of secrets, texts and numbers is shown nowhere', async (t) => {
    const part = partOf(1);
    const hidden = [...secretsOf(subject), part.text, part.to];
    assert.ok(hidden.length > 2, 'the configuration has a secret of four characters or more');
    const assertHidden = (shown: unknown, played: Pick<Play<unknown>, 'requests'>): void => {
      for (const each of [...hidden, ...credentialsOf(played)])
        assert.ok(!JSON.stringify(shown).includes(each), `${each} is shown`);
    };
    const greeted = await play(subject, t);
    await greeted.outcome(part);
    const credentials = credentialsOf(greeted);
    await greeted.end();
    // Each by itself: what is cut off at its end hides nothing.
    const repeated = [...new Set([...hidden, ...credentials])].flatMap((each) =>
      subject.repeats(each),
    );
    assert.ok(repeated.length > 0);
    for (const answer of repeated) {
      const taken = await play(subject, t);
      taken.next.push(answer);
      const told = await taken.outcome(part);
      assert.notEqual(told.kind, 'accepted');
      assertHidden([told, taken.session.detail, taken.lines], taken);
      await taken.end();
      const refused = await play(subject, t, { all: answer });
      await refused.time.pass(10);
      // A greeting tells the carrier no text that it could repeat.
      const shown = JSON.stringify([refused.session.detail, refused.lines]);
      assertHidden(shown.replaceAll(part.text, ''), refused);
      await refused.end();
    }
  });
}
