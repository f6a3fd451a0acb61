// Loaded before test files: property tests draw from the seed of the run, which JOKKO_TEST_SEED
// names.

import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['JOKKO_TEST_SEED']) });
