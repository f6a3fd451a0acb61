// Reads what providers have put, in a thread with limits of time and memory.

import type { ReceivedFile, StatementDay, StatementLine } from '@jokko/connectors/kit';
import type {
  FileEnd,
  FileReader,
  FileSource,
  FileWord,
} from '../../payments/provider-files/index.ts';
import { environment } from '../../platform/environment.ts';
import { openThread } from '../../platform/limited-thread/limited-thread.ts';
import type { DayEnd, FileTask, WordsRead } from './read-thread.ts';

/** The largest file takes some three seconds of a processor. */
const usualReadingMs = 60_000;
const wordsAtOnce = 200;
const threadEntry = new URL('./read-thread.ts', import.meta.url);

/** @param readingMs in which a thread reads one file, or the files of one day. */
export function createFileReader(readingMs = usualReadingMs): FileReader {
  return {
    read: (source: FileSource, file: ReceivedFile) =>
      wordsOf<FileWord, FileEnd>({ ...source, files: [file], day: null }, readingMs),
    async *statement(source, files, day) {
      const end = yield* wordsOf<StatementLine, DayEnd>({ ...source, files, day }, readingMs);
      if (end.kind === 'none') throw new Error(end.reason);
      return end.said satisfies StatementDay;
    },
  };
}

/** `Word` and `End` are those of the task. Ends the reading when it is left. */
async function* wordsOf<Word, End>(
  { connector, config, files, day }: FileTask,
  readingMs: number,
): AsyncGenerator<Word, End> {
  const thread = await openThread<FileTask, number, WordsRead>(threadEntry, {
    task: { connector, config, files, day },
    workingMs: readingMs,
  });
  try {
    for (;;) {
      const { words, end } = await thread.ask(wordsAtOnce);
      yield* words as Word[];
      if (end !== null) return end as End;
      await environment.othersTurn();
    }
  } finally {
    thread.close();
  }
}
