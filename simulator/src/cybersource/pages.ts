// Pages for the payer's browser: the hidden frame that recognises a device, and the bank's own
// page, which sends the browser back by a form.

import { sendEmpty, sendText, readText } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Authentication, CybersourceDeps } from './deps.ts';

const html = 'text/html; charset=utf-8';

/** `path` is what follows `/cybersource`; false when it is no page. */
export async function handlePage(
  deps: CybersourceDeps,
  exchange: Exchange,
  path: string,
): Promise<boolean> {
  const [, area = '', id = '', choice = ''] = path.split('/');
  if (area === 'collect' && exchange.method === 'POST') {
    const message = JSON.stringify({ MessageType: 'profile.completed', Status: true });
    page(exchange, `<script>parent.postMessage(${JSON.stringify(message)},'*')</script>`);
    return true;
  }
  if (area !== 'challenge' || exchange.method !== 'POST') return false;
  const form = new URLSearchParams((await readText(exchange)) ?? '');
  const found = id === '' ? byToken(deps, form.get('JWT') ?? '') : deps.authentications.get(id);
  if (found === undefined) sendEmpty(exchange, 404);
  else if (id === '') page(exchange, question(found, form.get('MD') ?? ''));
  else answer(exchange, found, choice, form.get('MD') ?? '');
  return true;
}

function byToken(deps: CybersourceDeps, token: string): Authentication | undefined {
  for (const each of deps.authentications.values()) if (each.token === token) return each;
  return undefined;
}

const choices = [
  ['approve', 'Confirm / Confirmer'],
  ['refuse', 'Wrong code / Code faux'],
  ['cancel', 'Cancel / Annuler'],
] as const;

function question({ id, amount, currency, lastFour }: Authentication, md: string): string {
  const hidden = `<input type="hidden" name="MD" value="${escapeHtml(md)}">`;
  const forms = choices.map(
    ([choice, label]) =>
      `<form method="post" action="/cybersource/challenge/${id}/${choice}">${hidden}<button>${label}</button></form>`,
  );
  const what = escapeHtml(`${amount} ${currency}, card •••• ${lastFour}`);
  return `<h1>3-D Secure</h1><p>${what}</p>${forms.join('')}<p><small>Simulator. No real bank.</small></p>`;
}

function answer(exchange: Exchange, found: Authentication, choice: string, md: string): void {
  const states = { approve: 'approved', refuse: 'refused', cancel: 'canceled' } as const;
  if (!Object.hasOwn(states, choice)) return sendEmpty(exchange, 404);
  const chosen = states[choice as keyof typeof states];
  if (found.state === 'open')
    found.state = chosen === 'approved' && found.alwaysFails ? 'refused' : chosen;
  const fields = [
    ['TransactionId', found.id],
    ['MD', md],
  ].map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value!)}">`);
  page(
    exchange,
    `<form id="back" method="post" action="${escapeHtml(found.returnUrl)}">${fields.join('')}<button>Continue / Continuer</button></form>` +
      `<script>document.getElementById('back').submit()</script>`,
  );
}

function page(exchange: Exchange, body: string): void {
  sendText(
    exchange,
    200,
    html,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>3-D Secure</title><body>${body}</body></html>`,
    { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
