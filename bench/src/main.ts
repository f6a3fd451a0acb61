// `node bench/src/main.ts [scenario…] [--seconds N] [--rounds N] [--json] [--profile DIR]`

import { runBench } from './bench.ts';

process.exitCode = await runBench(process.argv.slice(2));
