// Makes a workbook of the XML that a test gives, so that it can hold what no program writes.

import { writeZip } from '../write-zip.ts';

/** @param sheet what stands between the tags of its data. @param styles the parts of the book's own formats and cells. */
export function makeBook(
  sheet: string,
  { shared = [], styles = '' }: { shared?: readonly string[]; styles?: string } = {},
): Buffer {
  const parts = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return writeZip(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}
