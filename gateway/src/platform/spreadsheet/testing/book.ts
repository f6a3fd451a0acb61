// Makes a workbook of the XML that a test gives, so that it can hold what no program writes.

import { writeZip } from '../write-zip.ts';

interface More {
  shared?: readonly string[];
  styles?: string;
  others?: readonly { sheet: string; state?: 'hidden' | 'veryHidden'; target?: string }[];
}

/**
 * @param sheet what stands between the tags of its data. @param styles the parts of the book's own
 * formats and cells. @param others further sheets, and what the book calls their place.
 */
export function makeBook(
  sheet: string,
  { shared = [], styles = '', others = [] }: More = {},
): Buffer {
  const numbered = [{ sheet }, ...others].map((each, index) => ({
    state: 'visible',
    target: `worksheets/sheet${index + 1}.xml`,
    ...each,
    id: index + 1,
  }));
  const sheets = numbered.map(
    ({ id, state }) => `<sheet name="A${id}" sheetId="${id}" state="${state}" r:id="rId${id}"/>`,
  );
  const targets = numbered.map(
    ({ id, target }) => `<Relationship Id="rId${id}" Target="${target}"/>`,
  );
  const parts = {
    'xl/workbook.xml': `<workbook><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      numbered.map(({ id, sheet: data }) => [
        `xl/worksheets/sheet${id}.xml`,
        `<worksheet><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
  };
  return writeZip(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}
