// Measures on a machine that may be busy with something else.

/**
 * Measures until a measurement fits, `triesMax` times at most, and returns the last one. What
 * another process takes away only ever makes an answer later, so a limit that is kept once is kept.
 */
export async function undisturbed<Measured>(
  measure: () => Promise<Measured>,
  fits: (measured: Measured) => boolean,
  triesMax = 12,
): Promise<Measured> {
  let measured = await measure();
  for (let tries = 1; tries < triesMax && !fits(measured); tries++) measured = await measure();
  return measured;
}
