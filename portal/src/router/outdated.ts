// Detects a page of a build that the gateway no longer has. The code of other pages is gone with
// it, and only a reload helps.

/** False when the gateway does not answer, too: that is no reason to throw a page away. */
export async function isOutdated(): Promise<boolean> {
  const start = document
    .querySelector<HTMLScriptElement>('script[type="module"]')
    ?.getAttribute('src');
  if (start === null || start === undefined) return false;
  try {
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(start);
  } catch {
    return false;
  }
}
