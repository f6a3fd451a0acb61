// Prints results and errors, as lines for people or as one JSON value. An error is the last line on
// standard error. No text that somebody else wrote commands the terminal: of all but documents each
// character is seen.

import { seenJson, seenText } from '@jokko/contract';
import { withMaskedAddresses } from '../platform/masked-address.ts';

/**
 * The two ends of a command: a process's own, or those of a program that runs commands in its own
 * process.
 */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
}

export interface Output {
  json: boolean;
  /** `forReaders` is called only without --json. */
  result(value: unknown, forReaders: () => string): void;
  /** Prints the text as it is, with and without --json: a document that was asked for. */
  text(text: string): void;
  /** A line beside the result, on standard error; nothing with --json. */
  progress(line: string): void;
  /** `hints` come before the error and are left out with --json. */
  error(message: string, hints?: readonly string[]): void;
}

export function createOutput(json: boolean, streams: Streams): Output {
  return {
    json,
    result: (value, forReaders) =>
      streams.out(`${json ? seenJson(JSON.stringify(value)) : seenText(forReaders())}\n`),
    text: (text) => streams.out(text),
    progress(line) {
      if (!json) streams.err(`${toldText(line)}\n`);
    },
    error(message, hints = []) {
      const text = json
        ? seenJson(JSON.stringify({ error: withMaskedAddresses(message) }))
        : toldText([...hints, `jokko: ${message}`].join('\n'));
      streams.err(`${text}\n`);
    },
  };
}

/** Lines beside a result end up in the logs of whatever ran the command. */
const toldText = (text: string): string => seenText(withMaskedAddresses(text));
