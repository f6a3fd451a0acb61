// The text of a page of the documentation that is no guide, and so has no Markdown.

const letters: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
};

/** What stands between `<main>` and `</main>`. */
export function textOfPage(html: string): string {
  const begin = html.indexOf('<main');
  const end = html.indexOf('</main>');
  return html
    .slice(Math.max(begin, 0), end < 0 ? undefined : end)
    .replaceAll(/<\/t[dh]>/g, ' | ')
    .replaceAll(/<\/(?:p|li|h\d|tr|pre|div|dt|dd|summary)>|<br[^<>]*>/g, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&([a-z]+|#x27);/g, (whole, name: string) => letters[name] ?? whole)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
