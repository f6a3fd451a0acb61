// Parses the text of a delivery receipt. Appendix B of SMPP 3.4 gives a form that is not binding
// to: `id:IIII sub:001 dlvrd:001 submit date:YYMMDDhhmm done date:YYMMDDhhmm stat:DELIVRD err:000
// text:...`; keys come in any case and order.

import { isKnownState } from './state.ts';

export interface ReceiptText {
  id: string | null;
  stat: string | null;
  err: string | null;
}

/** Real receipts have 150 letters; what is longer carries a text at its end. */
const lettersRead = 1024;

/**
 * A key stands alone: `msgid:` and `grid:` are not `id:`. A value is no key: `id: sub:001` has no
 * id.
 */
const idForm = /(?<![\w-])(?:message[ _-]?)?id\s{0,4}:\s{0,4}"?([^\s;,":]{1,128})(?!\w*:)/i;
const statForm =
  /(?<![\w-])(?:message[ _-]?)?(?:stat|status|state)\s{0,4}:\s{0,4}"?([A-Za-z]{1,32}|\d{1,3})(?!\w*:)/i;
const errForm =
  /(?<![\w-])(?:err|error|error[ _-]?code)\s{0,4}:\s{0,4}"?([\w.-]{1,32})(?![\w.-]*:)/i;
const quotedText = /(?<![\w-])te?xt\s{0,4}:/i;

/** Every part that cannot be found is null. */
export function readReceiptText(text: string): ReceiptText {
  const shown = text.slice(0, lettersRead);
  // The words of the message itself may look like keys, so they are looked at only where a key is
  // found nowhere else.
  const cut = quotedText.exec(shown)?.index ?? shown.length;
  const find = (form: RegExp): string | null =>
    form.exec(shown.slice(0, cut))?.[1] ?? form.exec(shown)?.[1] ?? null;
  return { id: find(idForm), stat: find(statForm), err: find(errForm) };
}

/**
 * What may stand in a receipt before the words of the message, in any order. Some carriers leave a
 * value out, and the next field follows.
 */
const fieldForm =
  /^(id|sub|dlvrd|(?:submit|done)[ _]date|stat|err)\s{0,2}:\s{0,2}((?!(?:submit|done)[ _]date)[^\s:]{1,64})?(?:\s{1,4}|$)/i;
const messageForm = /^te?xt\s{0,4}:/i;
const dateForm = /^\d{10,14}$/;

/**
 * Whether a text is a receipt from its first letter to the words of the message: nothing but the
 * fields of appendix B, each at most once, an id, a known state and a date among them. People who
 * mention ids and states do not write so.
 */
export function isWholeReceipt(text: string): boolean {
  const fields = new Map<string, string>();
  let rest = text.slice(0, lettersRead).trimStart();
  while (rest !== '' && !messageForm.test(rest)) {
    const [field, name, value = ''] = fieldForm.exec(rest) ?? [];
    if (field === undefined || name === undefined) return false;
    const key = name.toLowerCase().replace('_', ' ');
    if (fields.has(key)) return false;
    fields.set(key, value);
    rest = rest.slice(field.length);
  }
  const isDated = ['submit date', 'done date'].some((key) => dateForm.test(fields.get(key) ?? ''));
  return (fields.get('id') ?? '') !== '' && isKnownState(fields.get('stat') ?? null) && isDated;
}
