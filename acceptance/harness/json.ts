// Type of an answer's body in tests: whatever JSON.parse returned. Tests read members freely; a
// missing member fails the assertion.

export type Json = ReturnType<typeof JSON.parse>;

/** Undefined when the text is no JSON. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
