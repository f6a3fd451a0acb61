// Reads what an XLSX file says beside its rows: which sheet is shown first, the texts that cells
// share, and how cells show their numbers.

import { streamXml, type XmlEvents } from '@jokko/connectors/kit/xml';
import { numberForm, type NumberForm } from './number-form.ts';
import { partAt } from './part-name.ts';
import { RowsFault } from './streamed-row.ts';
import { findPacked, readZip, type Packed } from './zip.ts';

export interface Book {
  /** Name of the first sheet that is shown, as its tab has it. */
  sheetName: string;
  sheet: Packed;
  /** The others that are shown; null: it is not where the book says. */
  others: readonly (Packed | null)[];
  shared: readonly string[];
  /** By number of the cell's style. */
  forms: readonly NumberForm[];
  /** Days between the first of January 1970 and the book's day 0. */
  firstDay: number;
}

const names = {
  workbook: 'xl/workbook.xml',
  relations: 'xl/_rels/workbook.xml.rels',
  shared: 'xl/sharedStrings.xml',
  styles: 'xl/styles.xml',
};

/** @param bytesMax of all those parts together, unpacked. */
export function readBook(file: Buffer, bytesMax: number): Book {
  const wanted = new Set(Object.values(names));
  const parts = readZip(file, (name) => wanted.has(name), bytesMax);
  if (!parts.ok) throw new RowsFault(parts.problem);
  const text = (name: string): string | null => parts.entries.get(name)?.toString('utf8') ?? null;
  const [workbook, relations] = [text(names.workbook), text(names.relations)];
  if (workbook === null || relations === null) throw new RowsFault('damaged');
  const { sheets, isFrom1904 } = sheetsOf(workbook);
  const [shown, ...others] = sheets.filter(({ state }) => !hiddenStates.has(state));
  const targets = targetsOf(relations);
  const packed = (sheet: Sheet | undefined): Packed | null => {
    const target = targets.get(sheet?.relation ?? '');
    const name = target === undefined ? null : partAt(target, names.workbook);
    return name === null ? null : findPacked(file, name);
  };
  const sheet = packed(shown);
  if (shown === undefined || sheet === null) throw new RowsFault('damaged');
  return {
    sheetName: shown.name,
    sheet,
    others: others.map(packed),
    shared: sharedTexts(text(names.shared)),
    forms: formsOf(text(names.styles)),
    firstDay: isFrom1904 ? 24_107 : 25_569,
  };
}

/** Null: the book has no such part. */
function readPart(part: string | null, events: Partial<XmlEvents>): void {
  if (part === null) return;
  const ignore = (): void => {};
  const stream = streamXml({ open: ignore, text: ignore, close: ignore, ...events });
  stream.write(part);
  stream.end();
}

const hiddenStates: ReadonlySet<string> = new Set(['hidden', 'veryHidden']);

interface Sheet {
  name: string;
  state: string;
  /** Names the file in which it stands. */
  relation: string;
}

function sheetsOf(workbook: string): { sheets: Sheet[]; isFrom1904: boolean } {
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  readPart(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const relation = Object.keys(attributes).find((each) => each.endsWith(':id')) ?? '';
      sheets.push({
        name: attributes['name'] ?? '',
        state: attributes['state'] ?? 'visible',
        relation: attributes[relation] ?? '',
      });
    },
  });
  return { sheets, isFrom1904 };
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

function targetsOf(relations: string): Map<string, string> {
  const targets = new Map<string, string>();
  readPart(relations, {
    open(name, { Id, Target }) {
      if (name === 'Relationship') targets.set(Id ?? '', Target ?? '');
    },
  });
  return targets;
}

/** Phonetic readings (rPh) are not part of a text. */
function sharedTexts(part: string | null): string[] {
  const texts: string[] = [];
  let text = '';
  let within = 0;
  let isText = false;
  readPart(part, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') within += 1;
      isText = name === 't' && within === 0;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') within -= 1;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

function formsOf(part: string | null): NumberForm[] {
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  let isCells = false;
  readPart(part, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') codes.set(id, formatCode ?? '');
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells) forms.push(numberForm(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return forms;
}
