// Entry point of the bench, for `jokko bench`.

export { runBench } from './bench.ts';
