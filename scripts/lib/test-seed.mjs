/**
 * Gives every property test the seed in WARDTRACK_TEST_SEED, so that a run can be repeated. Without one, fast-check
 * chooses seeds at random and prints them with a failure.
 */
const seed = Number(process.env.WARDTRACK_TEST_SEED ?? Number.NaN)
if (Number.isInteger(seed)) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
}
