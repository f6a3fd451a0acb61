// How is a call written for a terminal? As one curl command for POSIX shells.

/** Posts a JSON body. */
export function commandOf(address: string, body: object): string {
  return `curl -s ${quoted(address)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;
}

/** In single quotes nothing has a meaning but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
