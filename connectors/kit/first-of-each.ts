// Tells which of the words or numbers that a carrier invents are new.

/** More than a carrier has. */
const knownMax = 100;

/** True for each once, and for no more of them than a carrier has. */
export function firstOfEach<Code>(): (code: Code) => boolean {
  const known = new Set<Code>();
  return (code) => {
    if (known.has(code) || known.size === knownMax) return false;
    known.add(code);
    return true;
  };
}
