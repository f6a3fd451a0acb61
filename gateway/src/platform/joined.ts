// Shares one run among all that ask for it meanwhile: anybody may ask for the public pages, as
// often as they like, and the database answers one of them at a time.

/** Calls with the same key share a run; without `keyOf`, all do. */
export function joined<Input extends unknown[], Result>(
  run: (...input: Input) => Promise<Result>,
  keyOf: (...input: Input) => string = () => '',
): (...input: Input) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (...input) => {
    const key = keyOf(...input);
    const found = running.get(key);
    if (found !== undefined) return found;
    const started = run(...input).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
