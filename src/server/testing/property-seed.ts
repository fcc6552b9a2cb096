import fc from 'fast-check'

/**
 * Sets the seed of every property: the same one in each run, or the number in `TROUSSEAU_TEST_SEED`. With `free`, each
 * property draws its own. A property that fails names its seed.
 */
const asked = process.env['TROUSSEAU_TEST_SEED'] ?? '20261121'
if (asked !== 'free' && !/^-?\d{1,10}$/.test(asked))
  throw new Error('TROUSSEAU_TEST_SEED is a whole number, or `free`')
fc.configureGlobal(asked === 'free' ? {} : { seed: Number(asked) })
