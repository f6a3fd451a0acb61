// Downloads a payment file, as often as needed: it holds what the bank has still to pay.

import { addressOf } from '../../api/index.ts';

/** `excel`: as French Excel opens it by a double click. */
export function takeFile(file: number, form: 'excel' | 'plain'): void {
  location.assign(
    addressOf('GET operator/settlements/files/:file', {
      params: { file: String(file) },
      query: { form },
    }),
  );
}
