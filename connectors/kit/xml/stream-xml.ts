// Streams an XML text as events. Files come from outside, so nothing is expanded, fetched or
// guessed: no document type, no entities but the five of XML, and a bounded depth.

import { SaxesParser } from 'saxes';

/** ISO 20022 messages are some 15 elements deep, workbooks 10. */
const depthMax = 64;

export interface XmlEvents {
  /** `name`: without its namespace's prefix; those of attributes are as they are written. */
  open(name: string, attributes: { readonly [name: string]: string }): void;
  /** All that stands between two tags, entities resolved. */
  text(text: string): void;
  close(name: string): void;
}

/** The text is no XML, or none that is read here. */
export class XmlFault extends Error {}

export interface XmlStream {
  /** The next piece of the text. Throws XmlFault. */
  write(piece: string): void;
  /** The text is over. Throws XmlFault where it breaks off. */
  end(): void;
}

export function streamXml(events: XmlEvents): XmlStream {
  // Prefixes are cut off and not looked up: who reads knows the document by its elements.
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('error', () => {
    throw new XmlFault('not well-formed XML');
  });
  parser.on('doctype', () => {
    throw new XmlFault('has a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > depthMax) throw new XmlFault(`deeper than ${depthMax} elements`);
    events.open(localName(name), attributes);
  });
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.close(localName(name));
  });
  return {
    write: (piece) => void parser.write(piece),
    end: () => void parser.close(),
  };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
