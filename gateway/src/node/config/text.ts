// Finds the text of a setting: in its variable, or, for a secret, in the file that a second
// variable names.

import { parseFile } from './parsers.ts';
import type { SettingName } from './settings.ts';

export interface Environment {
  readonly [name: string]: string | undefined;
}

/**
 * Reads one variable; `parse` throws a sentence that says what is wrong. Empty counts as absent.
 */
export type Read = <T>(name: SettingName, absent: T, parse: (text: string) => T) => T;

/**
 * Secrets that may stand in a file, as container platforms and systemd hand them over: NAME_FILE is
 * its path.
 */
const fileNames: { readonly [name in SettingName]?: SettingName } = {
  DATABASE_URL: 'DATABASE_URL_FILE',
  JOKKO_SECRET_KEY: 'JOKKO_SECRET_KEY_FILE',
  JOKKO_SECRET_KEY_OLD: 'JOKKO_SECRET_KEY_OLD_FILE',
  JOKKO_SMTP_URL: 'JOKKO_SMTP_URL_FILE',
};

/** Empty: not set. */
export function readText(environment: Environment, name: SettingName): string {
  const text = environment[name]?.trim() ?? '';
  const path = environment[fileNames[name] ?? '']?.trim() ?? '';
  if (path === '') return text;
  if (text !== '') throw new Error(`is set together with ${fileNames[name]}`);
  return parseFile(path).toString('utf8').trim();
}
