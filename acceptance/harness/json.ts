// What is an answer's body to a test? Whatever JSON.parse gave: tests read members freely, and what is not there fails the assertion.

export type Json = ReturnType<typeof JSON.parse>;

/** Undefined when the text is no JSON. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
