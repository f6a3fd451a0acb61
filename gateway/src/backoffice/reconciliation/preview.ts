// Previews a file: its first rows, and the lines that a mapping makes of them. Nothing is stored.

import type { Session } from '../../platform/db/database.ts';
import { openRows, RowsFault, type StreamedRow } from '../../platform/spreadsheet/index.ts';
import { findFile, keptMapping } from './file.ts';
import { guessMapping } from './guess-mapping.ts';
import { mappingFaults, type Mapping } from './mapping.ts';
import { lineReader, type StatementLine } from './read-line.ts';
import { bytesOf } from './upload.ts';

export interface Preview {
  form: 'csv' | 'xlsx';
  /** As they stand in the file. */
  rows: { line: number; cells: string[] }[];
  /** The one asked about, else the one kept for the provider, else a guess. */
  mapping: Mapping;
  /** Whether it is the one kept for the provider. */
  isKept: boolean;
  /** What is wrong with the mapping: its fields, dotted, or `columns.missing` where the file has no such heading. */
  faults: string[];
  lines: StatementLine[];
}

export type Previewed =
  | { ok: true; preview: Preview }
  | { ok: false; refusal: 'unknown' }
  | { ok: false; refusal: 'file'; problem: string };

const rowsShown = 40;
const linesShown = 20;

/** @param timeZone of a guessed mapping. */
export async function previewFile(
  session: Session,
  id: number,
  asked: Mapping | null,
  timeZone: string,
): Promise<Previewed> {
  const file = await findFile(session, id);
  if (file === null || file.state !== 'uploading') return { ok: false, refusal: 'unknown' };
  try {
    const { form, rows: first } = await firstRows(
      await bytesOf(session, id),
      (asked?.headingRow ?? 0) + rowsShown,
    );
    if (first.length === 0) return { ok: false, refusal: 'file', problem: 'empty' };
    const kept = asked === null ? await keptMapping(session, file.route) : null;
    const mapping = asked ?? kept ?? guessMapping(first.slice(0, rowsShown), timeZone);
    const shown = first.slice(0, rowsShown).map(({ line, cells }) => ({ line, cells }));
    return {
      ok: true,
      preview: {
        form,
        rows: shown,
        mapping,
        isKept: kept !== null,
        ...readWith(mapping, first, form),
      },
    };
  } catch (error) {
    if (error instanceof RowsFault) return { ok: false, refusal: 'file', problem: error.problem };
    throw error;
  }
}

async function firstRows(
  bytes: Buffer,
  count: number,
): Promise<{ form: Preview['form']; rows: StreamedRow[] }> {
  const opened = await openRows(bytes, { rowsMax: count });
  try {
    return await opened.take(count);
  } finally {
    opened.close();
  }
}

function readWith(
  mapping: Mapping,
  rows: readonly StreamedRow[],
  form: Preview['form'],
): Pick<Preview, 'faults' | 'lines'> {
  const faults = mappingFaults(mapping);
  const headings = rows.find(({ line }) => line === mapping.headingRow);
  if (headings === undefined) return { faults: [...faults, 'headingRow'], lines: [] };
  if (faults.length > 0) return { faults, lines: [] };
  const reader = lineReader(mapping, headings.cells, form);
  if (!reader.ok) return { faults: ['columns.missing'], lines: [] };
  const below = rows.filter(({ line }) => line > mapping.headingRow);
  const lines = below.map(reader.read).filter((line) => line !== null);
  return { faults, lines: lines.slice(0, linesShown) };
}
