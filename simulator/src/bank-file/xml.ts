// Reads the small part of XML that payment files use: elements, attributes, text. A file with
// anything else in it is refused, as banks do.

export interface Element {
  name: string;
  attributes: { [name: string]: string };
  children: Element[];
  text: string;
}

const token =
  /<\?[^>]*\?>|<\/([A-Za-z][\w.-]*)\s*>|<([A-Za-z][\w.-]*)((?:\s+[\w:.-]+\s*=\s*"[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const attribute = /([\w:.-]+)\s*=\s*"([^"]*)"/g;

/** The root, or null when the text is not one well-formed element. */
export function readElement(text: string): Element | null {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [top];
  token.lastIndex = 0;
  let end = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    end = token.lastIndex;
    const [, closes, opens, attributes = '', empty, characters] = found;
    const parent = open.at(-1)!;
    if (characters !== undefined) parent.text += decode(characters);
    else if (closes !== undefined) {
      if (open.pop()!.name !== closes) return null;
    } else if (opens !== undefined) {
      const element: Element = { name: opens, attributes: {}, children: [], text: '' };
      for (const [, name, value] of attributes.matchAll(attribute))
        element.attributes[name!] = decode(value!);
      parent.children.push(element);
      if (empty === '') open.push(element);
    }
  }
  const [root, ...others] = top.children;
  return end === text.length && open.length === 1 && others.length === 0 ? (root ?? null) : null;
}

const entities: { [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);
}

export function encode(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!);
}

/** What stands at the end of a path of names; undefined: nothing. */
export function at(element: Element | undefined, ...names: string[]): Element | undefined {
  return names.reduce<Element | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  );
}

export function textAt(element: Element | undefined, ...names: string[]): string {
  return at(element, ...names)?.text.trim() ?? '';
}
