// Formats a row of a CSV file meant for spreadsheets: RFC 4180, and no cell is ever a formula.

/** What spreadsheets take for a formula; a plus before nothing but digits is a phone number. */
const formula = /^[=+\-@\t\r]/;
const harmless = /^[+-]\d+(\.\d+)?$/;

/** With its line end. Null is an empty cell. */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const safe = formula.test(text) && !harmless.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
