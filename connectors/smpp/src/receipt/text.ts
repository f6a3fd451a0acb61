// What does the text of a delivery receipt say? Appendix B of SMPP 3.4 gives a form that nobody is bound to:
// `id:IIII sub:001 dlvrd:001 submit date:YYMMDDhhmm done date:YYMMDDhhmm stat:DELIVRD err:000 text:...`; keys come in any case and order.

export interface ReceiptText {
  id: string | null;
  stat: string | null;
  err: string | null;
}

/** Real receipts have 150 letters; what is longer carries a text at its end. */
const lettersRead = 1024;

/** A key stands alone: `msgid:` and `grid:` are not `id:`. A value is no key: `id: sub:001` has no id. */
const idForm = /(?<![\w-])(?:message[ _-]?)?id\s{0,4}:\s{0,4}"?([^\s;,":]{1,128})(?!\w*:)/i;
const statForm = /(?<![\w-])(?:message[ _-]?)?(?:stat|status|state)\s{0,4}:\s{0,4}"?([A-Za-z]{1,32})(?!\w*:)/i;
const errForm = /(?<![\w-])(?:err|error|error[ _-]?code)\s{0,4}:\s{0,4}"?([\w.-]{1,32})(?![\w.-]*:)/i;
const quotedText = /(?<![\w-])te?xt\s{0,4}:/i;

/** Every part that cannot be found is null. */
export function readReceiptText(text: string): ReceiptText {
  const shown = text.slice(0, lettersRead);
  // The words of the message itself may look like keys, so they are looked at only where a key is found nowhere else.
  const cut = quotedText.exec(shown)?.index ?? shown.length;
  const find = (form: RegExp): string | null => form.exec(shown.slice(0, cut))?.[1] ?? form.exec(shown)?.[1] ?? null;
  return { id: find(idForm), stat: find(statForm), err: find(errForm) };
}
