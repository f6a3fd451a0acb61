// Reads a provider's files with its connector in a thread of its own, and tells what they say as it
// is asked for.

import { paymentConnectors } from '@jokko/connectors';
import type {
  FileProtocol,
  FileReading,
  ReceivedFile,
  StatementDay,
  StatementLine,
} from '@jokko/connectors/kit';
import type { FileEnd, FileSource, FileWord } from '../../payments/provider-files/index.ts';
import { answerQuestions } from '../../platform/limited-thread/answer-questions.ts';

/** What the thread is given: a file that came, or the files of a day. */
export type FileTask = FileSource & { files: readonly ReceivedFile[]; day: string | null };

export type DayEnd = { kind: 'read'; said: StatementDay } | { kind: 'none'; reason: string };

/** Its answer to the number of words that are wanted. `end`: there are no more. */
export interface WordsRead {
  words: (FileWord | StatementLine)[];
  end: FileEnd | DayEnd | null;
}

type Words = Generator<FileWord | StatementLine, FileEnd | DayEnd>;

/** So much is kept of what is told for people. */
const toldMax = 500;

function* wordsOfFile(reading: FileReading): Words {
  if (reading.kind === 'refused') return reading;
  const { type, events, fileEvents, doubts, notes = [], days, coveredDays } = reading;
  for (const event of events) yield { event };
  for (const fileEvent of fileEvents) yield { fileEvent };
  for (const doubt of doubts) yield { doubt };
  const told = [...doubts.map(({ evidence }) => evidence), ...notes].join('; ');
  return { kind: 'read', type, told: told.slice(0, toldMax) || null, days, coveredDays };
}

function* wordsOfDay(
  protocol: FileProtocol<FileSource['config']>,
  { config, files }: FileTask,
  day: string,
): Words {
  const read = protocol.statement(config, files, day);
  if (read.kind === 'none') return read;
  yield* read.lines;
  return { kind: 'read', said: read.said };
}

function openWords(task: FileTask): Words {
  const protocol = paymentConnectors[task.connector]?.files;
  if (protocol === undefined) throw new Error(`${task.connector} is no connector of files`);
  return task.day === null
    ? wordsOfFile(protocol.read(task.config, task.files[0]!))
    : wordsOfDay(protocol, task, task.day);
}

answerQuestions((given: FileTask): ((wanted: number) => WordsRead) => {
  // What is cloned has lost that it was a Buffer.
  const files = given.files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
  const words = openWords({ ...given, files });
  return (wanted) => {
    const taken: WordsRead['words'] = [];
    while (taken.length < wanted) {
      const next = words.next();
      if (next.done === true) return { words: taken, end: next.value };
      taken.push(next.value);
    }
    return { words: taken, end: null };
  };
});
