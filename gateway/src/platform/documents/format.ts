// Formats a document for reading and editing: two spaces, and what fits on a line stays on a line.

const lineWidth = 140;

/** The document as text; the same document always gives the same text. */
export function formatDocument(document: object): string {
  return `${formatValue(document, '', 0, true)}\n`;
}

/** `taken` is the width used on the first line before the value. */
function formatValue(value: unknown, indent: string, taken: number, spread: boolean): string {
  const short = onOneLine(value);
  // The comma that may follow counts too.
  if (!spread && taken + short.length + 1 <= lineWidth) return short;
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    const items = value.map((item) => inner + formatValue(item, inner, inner.length, false));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(([name, item]) => {
      const label = `${inner}${JSON.stringify(name)}: `;
      return label + formatValue(item, inner, label.length, isList(item));
    });
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  return short;
}

/** A list of objects always gets a line for each. */
function isList(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object');
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return JSON.stringify(value);
}
