// Buffers PDUs until they leave in one packet, in a slab that is written from front to back and
// never overwritten.

export interface Output {
  /** Where the reserved octets are; look at it anew after each `reserve`. */
  slab: Buffer;
  /** Takes `length` octets; answers where they begin in `slab`. */
  reserve(length: number): number;
  /** What was written since the last call. */
  seal(): Buffer[];
}

const slabBytes = 32 * 1024;

export function createOutput(): Output {
  let full: Buffer[] = [];
  let from = 0;
  let at = 0;
  const output: Output = {
    slab: Buffer.allocUnsafeSlow(slabBytes),
    reserve(length) {
      if (at + length > output.slab.length) {
        if (at > from) full.push(output.slab.subarray(from, at));
        output.slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, length));
        from = at = 0;
      }
      const start = at;
      at += length;
      return start;
    },
    seal() {
      const sealed = full;
      if (at > from) sealed.push(output.slab.subarray(from, at));
      full = [];
      from = at;
      return sealed;
    },
  };
  return output;
}
