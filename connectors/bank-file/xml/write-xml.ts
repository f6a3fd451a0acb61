// Writes XML elements, in the order in which they are given.

/** `null` and empty lists leave nothing. */
export type XmlContent = string | null | readonly XmlContent[];

/** `<name>text</name>`, the text escaped; null where there is no text. */
export function leaf(name: string, text: string | null, attributes = ''): string | null {
  return text === null ? null : `<${name}${attributes}>${escapeXml(text)}</${name}>`;
}

export function element(name: string, ...content: XmlContent[]): string {
  return `<${name}>${flat(content)}</${name}>`;
}

export function flat(content: XmlContent): string {
  if (content === null) return '';
  return typeof content === 'string' ? content : content.map(flat).join('');
}

const escapes: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character]!);
}
