// Writes JSON of which a text has megabytes, a piece at a time, so that no request keeps the event
// loop for long.

import { environment } from './environment.ts';

/** Characters, or bytes, that are worked on in one turn: a millisecond or two. */
export const pieceLength = 1_048_576;

/** As JSON.stringify writes it. */
export function* jsonInPieces(value: object): Generator<string> {
  const mark = environment.uuid();
  const long: string[] = [];
  const short = JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== 'string' || inner.length <= pieceLength) return inner;
    long.push(inner);
    return mark;
  });
  for (const [index, between] of short.split(`"${mark}"`).entries()) {
    if (index > 0) yield* quoted(long[index - 1]!);
    yield between;
  }
}

function* quoted(text: string): Generator<string> {
  yield '"';
  for (const piece of textInPieces(text)) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

const firstHalf = /[\ud800-\udbff]$/;

/** The pieces have whole characters. */
export function* textInPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + pieceLength);
    // Half of a pair would be written as another character.
    const isHalf = piece.length > 1 && firstHalf.test(piece.slice(-1));
    yield isHalf ? piece.slice(0, -1) : piece;
    from += piece.length - (isHalf ? 1 : 0);
  }
}

/** The same as UTF-8, written in turns with others. */
export async function jsonBytesInTurns(value: object): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (const piece of jsonInPieces(value)) {
    pieces.push(Buffer.from(piece));
    await environment.othersTurn();
  }
  return pieces;
}
