// Plays the payer's browser against the simulator: lets the device be recognised, and answers the
// bank's page.

import assert from 'node:assert/strict';
import type { BrowserData, BrowserForm, Challenge, StepInput } from '@jokko/connectors/kit';

export const browser: BrowserData = {
  ip: '41.82.1.2',
  userAgent: 'Mozilla/5.0',
  acceptHeader: 'text/html',
  language: 'fr-SN',
  javaEnabled: false,
  colorDepth: 24,
  screenHeight: 800,
  screenWidth: 360,
  timeZoneOffset: 0,
};

export type BankChoice = 'approve' | 'refuse' | 'cancel';

/** What the browser brings to our page. */
export async function payer(
  challenge: Challenge,
  choice: BankChoice = 'approve',
): Promise<StepInput> {
  if (challenge.collect !== undefined) {
    const frame = await submit(challenge.collect);
    assert.match(frame, /postMessage/);
    return { browser };
  }
  assert.ok(challenge.post, 'a page of the bank');
  const page = await submit(challenge.post);
  const action = new RegExp(`action="(/cybersource/challenge/[^"]+/${choice})"`).exec(page)?.[1];
  assert.ok(action, page);
  const url = new URL(action, challenge.post.url).href;
  const back = await submit({ url, fields: fieldsOf(page) });
  return { returned: fieldsOf(back) };
}

async function submit({ url, fields }: BrowserForm): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}

const fieldsOf = (page: string): { [name: string]: string } =>
  Object.fromEntries(
    [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
