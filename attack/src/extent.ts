/**
 * How often an attack is tried: the first number in the short form that `.ci/run` calls, the second otherwise.
 */
export const attempts = (short: number, long: number): number =>
  process.env['WARDTRACK_ATTACK_EXTENT'] === 'short' ? short : long
