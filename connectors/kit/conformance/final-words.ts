// Checks what a connector makes of words that it has never heard: a final status with an invented
// reason is failed, with `unknown_error`, and an invented status is unknown. Both are logged. Plays
// the provider itself, so it needs no simulator. A word that the provider says to ask about stays
// unknown, and is logged as well.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector, HttpResult, Notice } from '../connector.ts';
import type { Intent, OperationKind } from '../intent.ts';
import type { QueryOutcome, Refs } from '../outcome.ts';
import type { Subject } from './fixture.ts';
import { sampleIntent } from './sample-intent.ts';
import { createScripted, ourRef } from './scripted.ts';
import type { Scripted } from './scripted.ts';

/** A way by which the protocol says something of an attempt whose reference is `ourRef`. */
export type Said = {
  kind?: OperationKind;
} & (
  | { by: 'submit'; answers: HttpResult[] }
  /** `refs`: what was known of it, beside our reference. */
  | { by: 'query' | 'queryRefund'; answers: HttpResult[]; refs?: { [name: string]: string } }
  | { by: 'notice'; notice: () => Notice | Promise<Notice> }
);

export interface FinalWords {
  /**
   * Final statuses with an invented reason, which must be found in the log. None: the protocol
   * gives no reasons.
   */
  reasons: readonly (Said & { reason: string })[] | 'none';
  /**
   * Final statuses with a reason that says another thing, as that the order is a repeat, or about
   * what cannot be ours: to be asked about.
   */
  doubts?: readonly (Said & { reason: string })[] | 'none';
  /** Invented statuses. */
  statuses: readonly Said[];
}

export function finalWordTests<Config>({ connector, finalWords, ...subject }: Subject<Config>) {
  const config = subject.config('http://provider.example', 10_000);
  const intentFor = ({ kind = subject.mainKind }: Said): Intent => {
    const product = subject.product?.(kind);
    const intent = sampleIntent(kind, { vaultHandle: 'card', ...subject.sample?.[kind] });
    return product === undefined ? intent : { ...intent, product };
  };

  test('a final status with a reason that no table has is failed, unknown_error, and logged', async () => {
    assert.ok(finalWords !== undefined, 'the subject must say how its protocol tells final words');
    if (finalWords.reasons === 'none') return;
    assert.ok(finalWords.reasons.length > 0, 'the subject must name invented reasons');
    for (const said of finalWords.reasons) {
      const context = scriptedFor(config, said);
      const outcome = await hear(connector, context, intentFor(said), said);
      const where = `${said.by}: ${said.reason}`;
      assert.ok(outcome?.kind === 'failed', `${where}: ${outcome?.kind}`);
      assert.deepEqual([outcome.error.catalogue, outcome.executed], ['unknown_error', 'no'], where);
      assert.ok(outcome.error.provider.includes(said.reason), outcome.error.provider);
      // The gateway itself writes the line of a notice.
      if (said.by === 'notice') continue;
      const lines = context.lines.filter(({ details }) => details['ref'] === ourRef);
      assert.equal(lines.length, 1, `${where}: one line`);
      assert.ok(String(lines[0]!.details['reason']).includes(said.reason), where);
    }
  });

  test('a final status that proves nothing is unknown, and logged with its reason', async () => {
    const doubts = finalWords?.doubts ?? 'none';
    for (const said of doubts === 'none' ? [] : doubts) {
      const context = scriptedFor(config, said);
      const outcome = await hear(connector, context, intentFor(said), said);
      assert.equal(outcome?.kind, 'unknown', `${said.by}: ${said.reason}`);
      const told = context.lines.map(({ details }) => String(details['reason']));
      assert.ok(
        told.some((reason) => reason.includes(said.reason)),
        `${said.by}: ${said.reason} is not in ${JSON.stringify(told)}`,
      );
    }
  });

  test('a status that no table has is unknown, and logged', async () => {
    for (const said of finalWords?.statuses ?? []) {
      const context = scriptedFor(config, said);
      const outcome = await hear(connector, context, intentFor(said), said);
      if (said.by === 'notice') assert.equal(outcome, undefined, 'a reason to ask');
      else assert.equal(outcome?.kind, 'unknown', said.by);
      if (said.by !== 'notice') assert.equal(context.lines.length, 1, `${said.by}: one line`);
    }
  });
}

function scriptedFor<Config>(config: Config, said: Said): Scripted<Config> {
  const context = createScripted(config, said.by === 'notice' ? [] : said.answers);
  const number = Buffer.from('4000000000002701');
  const card = () => ({ number, expireMonth: '09', expireYear: '39', cvc: Buffer.from('920') });
  return Object.assign(context, { token: () => Promise.resolve('t1'), card });
}

async function hear<Config>(
  connector: Connector<Config>,
  context: Scripted<Config>,
  intent: Intent,
  said: Said,
): Promise<QueryOutcome | undefined> {
  switch (said.by) {
    case 'submit': {
      const prepared = connector.prepare(context.config, intent, ourRef);
      return connector.execute(context, intent, prepared, 'first');
    }
    case 'query':
    case 'queryRefund': {
      const refs: Refs = { ours: ourRef, ...said.refs };
      return connector[said.by]!(context, intent, refs);
    }
    case 'notice': {
      const receipt = connector.receive(context.config, await said.notice());
      assert.ok(receipt.events.length > 0, `the notice was refused: ${receipt.reply.status}`);
      return receipt.events[0]!.outcome;
    }
  }
}
