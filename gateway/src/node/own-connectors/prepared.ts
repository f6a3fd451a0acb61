// Checks that what a connector wants to have stored and sent is a request.

import type { Prepared } from '@jokko/connectors/kit';

const pathMaxChars = 2_000;
const bodyMaxChars = 262_144;

/** What is wrong with it; null: nothing. */
export function preparedProblem(value: Prepared | null | undefined, ourRef: string): string | null {
  if (typeof value !== 'object' || value === null) return 'is no object';
  const { refs, method, path, body, step } = value as Partial<Prepared>;
  if (refs?.ours !== ourRef) return 'must hold our reference as `refs.ours`';
  if (!Object.values(refs).every((each) => each === undefined || typeof each === 'string'))
    return 'must hold texts in `refs`';
  if (method !== 'POST' && method !== 'PUT') return 'must be a POST or a PUT';
  if (typeof path !== 'string' || !/^\/[\x21-\x7e]*$/.test(path) || path.length > pathMaxChars)
    return 'must have a `path` that begins with a slash';
  if (typeof body !== 'string' || body.length > bodyMaxChars)
    return `must have a \`body\` of at most ${bodyMaxChars} characters`;
  return step === undefined || typeof step === 'string' ? null : 'has a `step` that is no text';
}
