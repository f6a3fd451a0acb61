// How long does a caller wait for work that goes on without it?

/** The value, or `otherwise` when it takes longer; the work goes on. */
export async function withPatience<Value>(work: Promise<Value>, patienceMs: number, otherwise: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tired = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), patienceMs);
  });
  try {
    return await Promise.race([work, tired]);
  } finally {
    clearTimeout(timer);
  }
}
