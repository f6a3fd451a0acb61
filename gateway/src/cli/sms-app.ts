// How does an SMS application look in the command line's answers, and what is said when a command cannot be carried out on it?

import { findApp, type ChangedApp, type ListedApp } from '../domain/sms/index.ts';
import type { NamedKey } from './arguments.ts';
import { Refusal } from './command.ts';

export function presentApp(app: ListedApp) {
  return {
    appId: app.appId,
    name: app.name,
    state: app.revoked_at === null ? 'active' : 'revoked',
    lastFour: app.last_four,
    transliterate: app.transliterate,
    partsMax: app.parts_max,
    validityMinutes: app.validity_minutes,
    duplicateWindowSeconds: app.duplicate_window_seconds,
    quiet: app.quiet,
    inboundUrl: app.inbound_url,
    createdAt: app.created_at,
    revokedAt: app.revoked_at,
    oldKeyUntil: app.old_key_until,
  };
}

export function tellApp(app: ListedApp): string {
  const facts = [
    `…${app.last_four}`,
    app.revoked_at === null ? 'active' : `revoked ${app.revoked_at.toISOString()}`,
    ...(app.name === '' ? [] : [`"${app.name}"`]),
    `transliterates ${app.transliterate ? 'on' : 'off'}`,
    `at most ${app.parts_max} parts`,
    `valid for ${app.validity_minutes} min`,
    ...(app.duplicate_window_seconds === null ? [] : [`equal messages refused for ${app.duplicate_window_seconds} s`]),
    ...(app.quiet === null ? [] : [`quiet ${app.quiet}`]),
    ...(app.inbound_url === null ? [] : [`inbound messages to ${app.inbound_url}`]),
    ...(app.old_key_until === null ? [] : [`its old key ends ${app.old_key_until.toISOString()}`]),
  ];
  return `${app.appId}  ${facts.join(', ')}`;
}

export function refuseApp({ refusal }: Extract<ChangedApp, { ok: false }>): never {
  throw new Refusal(refusal === 'revoked' ? 'this SMS application is revoked' : 'there is no such SMS application');
}

/** The number of an app whose opt-outs a command is about; a Refusal when there is none. */
export async function appOfOptOuts(
  session: Parameters<typeof findApp>[0],
  app: NamedKey,
  mode: 'sandbox' | 'live',
): Promise<{ id: number; appId: string }> {
  const id = app.ofMode(mode);
  const found = await findApp(session, id);
  if (found === null) throw new Refusal('there is no such SMS application');
  return { id, appId: found.appId };
}
