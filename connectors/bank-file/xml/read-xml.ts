// Reads an XML document into a tree. Files come from outside, so nothing is expanded, fetched or
// guessed: no document type, no entities but the five of XML, bounded size and depth.

import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlElement {
  /** Without its namespace's prefix. */
  name: string;
  attributes: { readonly [name: string]: string };
  /** Of an element without children; trimmed. */
  text: string;
  children: XmlElement[];
}

/** A statement of a busy day has some megabytes. */
export const xmlBytesMax = 16 * 1_048_576;
/** ISO 20022 messages are some 15 elements deep. */
const depthMax = 64;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: true,
});

/** The root element, or why the bytes cannot be read. Never throws. */
export function readXml(bytes: Buffer): XmlElement | { refused: string } {
  if (bytes.length > xmlBytesMax) return { refused: `larger than ${xmlBytesMax} bytes` };
  const text = decode(bytes);
  if (text === null) return { refused: 'not in UTF-8' };
  // Entities and external files are declared there; no message of ISO 20022 has one.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { refused: 'has a document type' };
  if (nestsTooDeep(text)) return { refused: `deeper than ${depthMax} elements` };
  try {
    if (XMLValidator.validate(text) !== true) return { refused: 'not well-formed XML' };
    const roots = (parser.parse(text) as RawNode[]).filter((node) => nameOf(node) !== null);
    return roots.length === 1 ? elementOf(roots[0]!) : { refused: 'not one document' };
  } catch {
    return { refused: 'not well-formed XML' };
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Before it is parsed, since the parser calls itself for each level. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const [tag] of text.matchAll(/<[/]?[A-Za-z_][^>]*>/g)) {
    if (tag.startsWith('</')) depth--;
    else if (!tag.endsWith('/>')) depth++;
    if (depth > depthMax) return true;
  }
  return false;
}

/** What the parser makes of a node: its name with its children, `:@` with its attributes, or `#text`. */
interface RawNode {
  [name: string]: unknown;
}

function nameOf(node: RawNode): string | null {
  return Object.keys(node).find((key) => key !== ':@' && key !== '#text') ?? null;
}

function elementOf(node: RawNode): XmlElement {
  const rawName = nameOf(node)!;
  const nodes = node[rawName] as RawNode[];
  const attributes: { [name: string]: string } = {};
  for (const [key, value] of Object.entries((node[':@'] ?? {}) as RawNode))
    attributes[key] = unescapeXml(String(value));
  return {
    name: rawName.slice(rawName.indexOf(':') + 1),
    attributes,
    text: unescapeXml(nodes.map((each) => String(each['#text'] ?? '')).join('')).trim(),
    children: nodes.filter((each) => nameOf(each) !== null).map(elementOf),
  };
}

const named: { readonly [entity: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi,
    (all, hex, decimal, name) => {
      if (name !== undefined) return named[name as string] ?? (all as string);
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (all as string);
    },
  );
}

/** The first child of that name along a path: `CdtrAcct/Id/IBAN`. */
export function childAt(element: XmlElement, path: string): XmlElement | undefined {
  let found: XmlElement | undefined = element;
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name);
  return found;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The text at a path; undefined where there is none or it is empty. */
export function textAt(element: XmlElement, path: string): string | undefined {
  return childAt(element, path)?.text || undefined;
}
