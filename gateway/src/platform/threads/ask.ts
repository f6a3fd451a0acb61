// Asks the other thread of a link something and waits for its answer.

import type { Link } from './link.ts';

/** What may be thrown over a link: by name, since a clone would be a plain error. */
export type KnownErrors = { readonly [name: string]: new (message: string) => Error };

export type Ask = (question: unknown) => Promise<unknown>;

const answerChannel = (channel: string): string => `${channel}:answer`;

/** Rejects with the error of `errors` that the other side threw, or a plain one. */
export function createAsk(link: Link, channel: string, errors: KnownErrors = {}): Ask {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  link.receive(answerChannel(channel), (values) => {
    for (let at = 0; at < values.length; at += 3) {
      const [id, error, answer] = values.slice(at, at + 3) as [number, string | null, unknown];
      const { resolve, reject } = waiting.get(id)!;
      waiting.delete(id);
      if (error === null) resolve(answer);
      else reject(new (errors[error] ?? Error)(String(answer)));
    }
  });
  return (question) => {
    const id = ++lastId;
    const waits = Promise.withResolvers<unknown>();
    waiting.set(id, waits);
    link.send(channel, id, question);
    return waits.promise;
  };
}

export function answerAsks(
  link: Link,
  channel: string,
  answer: (question: unknown) => Promise<unknown>,
  errors: KnownErrors = {},
): void {
  const nameOf = (error: unknown): string =>
    Object.keys(errors).find((name) => error instanceof errors[name]!) ?? 'Error';
  const give = async (id: number, question: unknown): Promise<void> => {
    try {
      link.send(answerChannel(channel), id, null, await answer(question));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      link.send(answerChannel(channel), id, nameOf(error), message);
    }
  };
  link.receive(channel, (values) => {
    for (let at = 0; at < values.length; at += 2) void give(values[at] as number, values[at + 1]);
  });
}
