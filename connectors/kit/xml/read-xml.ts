// Reads an XML document into a tree of bounded size.

import { streamXml, XmlFault } from './stream-xml.ts';
import { decodeXml } from './decode-xml.ts';

export interface XmlElement {
  /** Without its namespace's prefix. */
  name: string;
  attributes: { readonly [name: string]: string };
  /** The text of an element without children; trimmed. */
  text: string;
  children: XmlElement[];
}

/** A statement of a busy day has some megabytes. */
export const xmlBytesMax = 16 * 1_048_576;
/**
 * Twice as many as 16 MB of transactions have; an element takes more memory than its shortest tag.
 */
const elementsMax = 1_000_000;

/** The root element, or why the bytes cannot be read. Never throws. */
export function readXml(bytes: Buffer): XmlElement | { refused: string } {
  if (bytes.length > xmlBytesMax) return { refused: `larger than ${xmlBytesMax} bytes` };
  const text = decodeXml(bytes);
  if (typeof text !== 'string') return text;
  try {
    return treeOf(text);
  } catch (error) {
    if (error instanceof XmlFault) return { refused: error.message };
    throw error;
  }
}

function treeOf(text: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [document];
  let elements = 0;
  const stream = streamXml({
    open(name, attributes) {
      elements += 1;
      if (elements > elementsMax) throw new XmlFault(`more than ${elementsMax} elements`);
      const element: XmlElement = { name, attributes, text: '', children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    text(piece) {
      open.at(-1)!.text += piece;
    },
    close() {
      const element = open.pop()!;
      element.text = element.text.trim();
    },
  });
  stream.write(text);
  stream.end();
  return document.children[0]!;
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
