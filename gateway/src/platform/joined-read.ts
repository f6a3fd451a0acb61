// Shares one read among all that ask for it while it runs: anybody may ask for the public pages, as
// often as they like, and the database answers one of them at a time.

export function joinedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };
}
