// Reads the names of keys, `jk_test_7` of an API key and `js_test_7` of an SMS application. The
// text itself is never repeated: it may be a whole key.

import { cellOfNumber } from '../../platform/db/cell-numbers.ts';
import type { Mode } from '../../platform/db/mode.ts';
import { keyWords, readKeyId } from './index.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { readAccountId } from '../../cli/values.ts';

export interface NamedKey {
  /** The key's number; a Refusal when it names a key of an installation of the other mode. */
  ofMode(mode: Mode): number;
  /** Whose database has it. */
  cell: number;
}

export const readKeyName = (text: string): NamedKey => readName(text, 'jk', 'KEYID');

export const readAppName = (text: string): NamedKey => readName(text, 'js', 'APP');

export function readAccountOrKeyName(text: string): { accountId: number } | NamedKey {
  if (text.startsWith('jk_')) return readKeyName(text);
  return { accountId: readAccountId(text) };
}

function readName(text: string, prefix: 'jk' | 'js', placeholder: string): NamedKey {
  const named = readKeyId(text, prefix);
  if (named === null)
    throw new UsageError(
      `${placeholder} is the beginning of a key, up to what follows the second underscore, such as ${prefix}_test_7`,
    );
  return {
    cell: cellOfNumber(named.keyId),
    ofMode(mode) {
      if (named.mode !== mode)
        throw new Refusal(
          `this is a ${mode} installation: its keys begin with ${prefix}_${keyWords[mode]}_`,
        );
      return named.keyId;
    },
  };
}
