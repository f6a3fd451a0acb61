// Reads the form of the alert settings: its values by name become the settings that are sent.

import type { RouteBody } from '@jokko/contract/portal';
import { plainAmount } from '../../language/index.ts';
import { isLimited, rules } from './rules.ts';

export type Settings = RouteBody<'POST operator/alert-settings'>['settings'];
type Values = Readonly<Record<string, string>>;

const trimmed = (values: Values, name: string): string => (values[name] ?? '').trim();

function wholeOf(text: string): number | null {
  const value = Number(text);
  return text !== '' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The place of a minimum that is no whole amount: the row of floats, or the connection. */
export type WrongMinimum = { float: number } | { connection: string };
export type ReadSettings = { ok: true; settings: Settings } | { ok: false; wrong: WrongMinimum };

export function readSettings(values: Values, userIds: readonly number[]): ReadSettings {
  const floats: Settings['floats'] = [];
  for (const [name, route] of Object.entries(values)) {
    const [, row] = /^float\.(\d{1,4})\.route$/.exec(name) ?? [];
    if (row === undefined) continue;
    const minimum = wholeOf(plainAmount(values[`float.${row}.minimum`] ?? ''));
    if (minimum === null) return { ok: false, wrong: { float: Number(row) } };
    floats.push({ route, currency: values[`float.${row}.currency`] ?? '', minimum });
  }
  const smsBalances: Settings['smsBalances'] = [];
  for (const [name, text] of Object.entries(values)) {
    const [, connection] = /^balance\.(.{1,100})$/.exec(name) ?? [];
    if (connection === undefined || text.trim() === '') continue;
    const minimum = wholeOf(plainAmount(text));
    if (minimum === null) return { ok: false, wrong: { connection } };
    smsBalances.push({ connection, minimum });
  }
  const settings: Settings = {
    rules: rules.map((rule) => ({
      rule,
      on: values[`${rule}.on`] !== undefined,
      severity: values[`${rule}.severity`] === 'critical' ? 'critical' : 'warning',
      limit: isLimited(rule) ? wholeOf(trimmed(values, `${rule}.limit`)) : null,
    })),
    floats,
    smsBalances,
    quiet: quietOf(values),
    escalateMinutes: wholeOf(trimmed(values, 'escalateMinutes')),
    people: userIds.flatMap((userId) => personOf(values, userId)),
    sms: smsOf(values),
  };
  return { ok: true, settings };
}

function quietOf(values: Values): Settings['quiet'] {
  const [from, to] = [trimmed(values, 'from'), trimmed(values, 'to')];
  return from === '' || to === '' ? null : { from, to, timeZone: trimmed(values, 'timeZone') };
}

function personOf(values: Values, userId: number): Settings['people'] {
  const level = wholeOf(values[`${userId}.level`] ?? '');
  if (level === null) return [];
  const phone = trimmed(values, `${userId}.phone`);
  return [
    {
      userId,
      level: level === 2 ? 2 : 1,
      email: values[`${userId}.email`] !== undefined,
      phone: phone === '' ? null : phone,
    },
  ];
}

function smsOf(values: Values): Settings['sms'] {
  const [account = '', app = ''] = (values['smsApp'] ?? '').split(' ');
  const accountId = wholeOf(account);
  const sender = trimmed(values, 'smsSender');
  return accountId === null || app === '' || sender === '' ? null : { accountId, app, sender };
}
