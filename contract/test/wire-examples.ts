// Requests, answers and callbacks of the published documentation: neutral copies, read from the
// JSON file beside this one.
import { readFileSync } from 'node:fs';

export interface WireExample {
  name: string;
  request?: { method: string; path: string; body?: Record<string, unknown> };
  response?: Record<string, unknown>;
  callback?: { body: Record<string, unknown> };
  vector?: {
    transactionId: string;
    externalTransactionId: string;
    appKey: string;
    input: string;
    sha256: string;
  };
}

export const wireExamples = JSON.parse(
  readFileSync(new URL('./wire-examples.json', import.meta.url), 'utf8'),
) as WireExample[];

/** The example of a name; a missing one is a fault of the test. */
export function wireExample(name: string): WireExample {
  const found = wireExamples.find((example) => example.name === name);
  if (found === undefined) throw new Error(`no wire example is named ${name}`);
  return found;
}
