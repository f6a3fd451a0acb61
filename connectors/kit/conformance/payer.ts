// Checks that a connector shows the payer's next step and reports the payer's decision. For kinds
// that wait for a payer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Challenge } from '../outcome.ts';
import { assertKind, assertRefused } from './assertions.ts';
import type { SampleOptions } from './sample-intent.ts';
import type { Order, Fixture } from './fixture.ts';

type PayerKind = 'card' | 'collect';
/**
 * Which link each kind can have; the provider refuses 7NNN in its answer there, so that the pure
 * check must not.
 */
const ways: {
  kind: PayerKind;
  options: SampleOptions;
  link: (challenge: Challenge) => string | undefined;
  expires: number;
  refused: number;
}[] = [
  {
    kind: 'card',
    options: {},
    link: (challenge) => challenge.authUrl,
    expires: 4,
    refused: 100,
  },
  {
    kind: 'collect',
    options: { link: 'deepLink' },
    link: (challenge) => challenge.deepLinkUrl,
    expires: 4,
    refused: 108,
  },
  {
    kind: 'collect',
    options: { link: 'qr' },
    link: (challenge) => challenge.qrText,
    expires: 4,
    refused: 108,
  },
];

export function payerTests<Config>(
  fixture: () => Fixture<Config>,
  operations: readonly string[],
  withoutLinks: string | false,
): void {
  for (const { kind, options, link, expires, refused } of ways) {
    const name = options.link === undefined ? kind : `${kind} with ${options.link}`;
    const skip = operations.includes(kind)
      ? options.link !== undefined && withoutLinks
      : `no ${kind}`;

    /** Submits an order that waits for its payer, and opens the page. */
    const open = async (
      digits: string,
    ): Promise<{ each: Order; refs: Order['prepared']['refs']; url: string }> => {
      const each = await fixture().order(kind, digits, options);
      const outcome = await fixture().submit(each);
      assert.equal(outcome.kind === 'pending' && outcome.stage, 'payer');
      const url =
        outcome.kind === 'pending' && outcome.challenge !== undefined
          ? link(outcome.challenge)
          : undefined;
      assert.ok(url, 'the payer gets a link');
      const page = await fetch(url);
      assert.equal(page.status, 200, await page.text());
      return { each, refs: outcome.refs, url };
    };
    const press = async (url: string, button: string) => {
      const answer = await fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' });
      assert.equal(answer.status, 303, await answer.text());
    };

    test(`${name}: approved by the payer`, { skip }, async () => {
      const { each, refs, url } = await open('0001');
      assertKind(await fixture().query(each, refs), 'pending');
      await press(url, 'approve');
      await fixture().simulator.advance(3);
      assertKind(await fixture().query(each, refs), 'succeeded');
      assert.equal(await fixture().executions(each.reference), 1);
    });

    test(`${name}: refused by the payer`, { skip }, async () => {
      const { each, refs, url } = await open('0001');
      await press(url, 'refuse');
      await fixture().simulator.advance(3);
      assertRefused(await fixture().query(each, refs), refused);
    });

    test(
      `${name}: never answered (8000) ends with the provider's word that the window is over`,
      { skip },
      async () => {
        const windowSeconds = fixture().subject.payerWindowSeconds ?? 900;
        const each = await fixture().order(kind, '8000', options);
        const { refs } = await fixture().submit(each);
        await fixture().simulator.advance(windowSeconds - 100);
        assertKind(await fixture().query(each, refs), 'pending');
        await fixture().simulator.advance(200);
        assertRefused(await fixture().query(each, refs), expires);
      },
    );

    test(
      `${name}: digits 7NNN are refused in the answer, not by the pure check`,
      { skip },
      async () => {
        const { connector, context, order, submit } = fixture();
        const each = await order(kind, '7011', options);
        assert.equal(connector.validate(context.config, each.intent), null);
        assertRefused(await submit(each), 11);
      },
    );
  }
}
