// Latency histogram with logarithmic buckets (32 for each doubling, so a value is at most 3.2 %
// too high), cheap enough to update at every answer and small enough to send between processes.

/** Values in microseconds. `buckets` maps a bucket number to its count. */
export interface Histogram {
  buckets: Float64Array;
  count: number;
  sumUs: number;
  maxUs: number;
}

/** Milliseconds, as printed. */
export interface LatencyMs {
  mean: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

const subBucketBits = 5;
const subBucketCount = 2 ** subBucketBits;
/** 2^31 µs are 35 minutes: longer than any answer we wait for. */
const largestUs = 2 ** 31 - 1;
const bucketCount = (31 - subBucketBits + 1) * subBucketCount + subBucketCount;

export function createHistogram(): Histogram {
  return { buckets: new Float64Array(bucketCount), count: 0, sumUs: 0, maxUs: 0 };
}

/**
 * Values below 64 have a bucket each; above, the bucket is the exponent and the five bits after the
 * leading one.
 */
function bucketOf(us: number): number {
  if (us < 2 * subBucketCount) return us;
  const exponent = 31 - Math.clz32(us) - subBucketBits;
  return exponent * subBucketCount + (us >>> exponent);
}

/** The largest value that falls into the bucket. */
function upperEndUs(bucket: number): number {
  if (bucket < 2 * subBucketCount) return bucket;
  const exponent = Math.floor(bucket / subBucketCount) - 1;
  return (bucket - exponent * subBucketCount + 1) * 2 ** exponent - 1;
}

/** `us` may be fractional; it is rounded. */
export function recordUs(histogram: Histogram, us: number): void {
  const whole = us < 0 ? 0 : us > largestUs ? largestUs : Math.round(us);
  const bucket = bucketOf(whole);
  histogram.buckets[bucket] = (histogram.buckets[bucket] ?? 0) + 1;
  histogram.count++;
  histogram.sumUs += whole;
  if (whole > histogram.maxUs) histogram.maxUs = whole;
}

/**
 * The smallest value that at least `share` (0 to 1) of all values do not exceed, up to the width of
 * a bucket; 0 when empty.
 */
export function quantileUs(histogram: Histogram, share: number): number {
  const wanted = Math.ceil(histogram.count * share);
  let seen = 0;
  for (let bucket = 0; bucket < histogram.buckets.length; bucket++) {
    seen += histogram.buckets[bucket] ?? 0;
    if (seen >= wanted && seen > 0) return Math.min(upperEndUs(bucket), histogram.maxUs);
  }
  return histogram.maxUs;
}

export function summariseMs(histogram: Histogram): LatencyMs {
  const inMs = (us: number) => us / 1000;
  return {
    mean: histogram.count === 0 ? 0 : inMs(histogram.sumUs / histogram.count),
    p50: inMs(quantileUs(histogram, 0.5)),
    p90: inMs(quantileUs(histogram, 0.9)),
    p99: inMs(quantileUs(histogram, 0.99)),
    max: inMs(histogram.maxUs),
  };
}
