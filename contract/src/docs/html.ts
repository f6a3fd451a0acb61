// Escapes text for HTML. Everything that the page shows goes through here.

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A sentence whose `quoted` parts are shown as code. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** A block of code; JSON values are laid out. */
export function codeBlock(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** A table; header cells are text, body cells are finished HTML. */
export function table(
  className: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const head = headers.map((header) => `<th scope="col">${escapeHtml(header)}</th>`).join('');
  const body = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('\n');
  return `<div class="scroll"><table class="${className}"><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}
