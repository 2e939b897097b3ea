/**
 * The requirements of levels 1 and 2 of OWASP ASVS 5.0.0: for each section, the level of each requirement in order; a
 * dash marks one of level 3.
 */
const LEVELS = {
  1.1: '22',
  1.2: '111112222',
  1.3: '11222222222',
  1.4: '222',
  1.5: '12',
  2.1: '122',
  2.2: '112',
  2.3: '1222',
  2.4: '2',
  3.2: '11',
  3.3: '1222',
  3.4: '112222',
  3.5: '11122',
  3.7: '22',
  4.1: '122',
  4.2: '2',
  4.3: '22',
  4.4: '1222',
  5.1: '2',
  5.2: '112',
  5.3: '11',
  5.4: '222',
  6.1: '122',
  6.2: '111111112222',
  6.3: '1122',
  6.4: '1122',
  6.5: '22222',
  6.6: '222',
  6.8: '2222',
  7.1: '222',
  7.2: '1111',
  7.3: '22',
  7.4: '11222',
  7.5: '22',
  7.6: '22',
  8.1: '12',
  8.2: '112',
  8.3: '1',
  8.4: '2',
  9.1: '111',
  9.2: '1222',
  10.1: '22',
  10.2: '22',
  10.3: '2222',
  10.4: '11111222222',
  10.5: '22222',
  10.6: '22',
  10.7: '222',
  11.1: '22',
  11.2: '222',
  11.3: '112',
  11.4: '1222',
  11.5: '2',
  11.6: '2',
  12.1: '122',
  12.2: '11',
  12.3: '2222',
  13.1: '2',
  13.2: '22222',
  13.3: '22',
  13.4: '12222',
  14.1: '22',
  14.2: '1222',
  14.3: '122',
  15.1: '122',
  15.2: '122',
  15.3: '1222222',
  16.1: '2',
  16.2: '22222',
  16.3: '2222',
  16.4: '222',
  16.5: '222',
  17.1: '2',
  17.2: '2222',
  17.3: '22',
}

/** The states that a requirement may have on the page. */
export const STATES = ['shown', 'met', 'around it', 'open', 'not applicable']

/**
 * Returns the requirements' levels.
 * @returns {Map<string, '1' | '2'>} the level of each requirement of levels 1 and 2, by its id: `6.2.1`
 */
export const asvsLevels = () =>
  new Map(
    Object.entries(LEVELS).flatMap(([section, levels]) =>
      [...levels].flatMap((level, at) => (level === '-' ? [] : [[`${section}.${at + 1}`, level]])),
    ),
  )

/**
 * Reads the requirements of the page.
 * @param {string} text text of the page
 * @returns {{ id: string, level: string, state: string, evidence: string, tests: { name: string, path: string }[]
 * }[]} `path` as written in the link
 */
export function requirementsIn(text) {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| (.+) \|$/gm)].map(
    ([, id, level, state, evidence]) => ({
      id,
      level,
      state,
      evidence,
      tests: [...evidence.matchAll(/\[([^\]]+)\]\(([^)\s]+\.test\.(?:tsx?|mjs))\)/g)].map(
        ([, name, path]) => ({
          name,
          path,
        }),
      ),
    }),
  )
}

/**
 * Lists the problems of the page.
 * @param {string} text text of the page
 * @param {(path: string) => Set<string> | undefined} namesIn the names of the tests of a linked file; undefined when
 * there is none
 * @returns {string[]}
 */
export function problemsOf(text, namesIn) {
  const wanted = asvsLevels()
  const found = requirementsIn(text)
  const ids = found.map(({ id }) => id)
  return [
    ...[...wanted.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is there twice`),
    ...found.flatMap((requirement) => [...faultsOf(requirement, wanted.get(requirement.id), namesIn)]),
    ...wrongSums(text, found),
  ]
}

function* faultsOf({ id, level, state, tests }, wantedLevel, namesIn) {
  if (level !== wantedLevel)
    yield wantedLevel ? `${id} is of level ${wantedLevel}` : `${id} is none of levels 1 and 2`
  if (!STATES.includes(state)) yield `${id}: no state ${state}`
  if (state === 'shown' && tests.length === 0) yield `${id} names no test`
  for (const { name, path } of tests)
    if (!namesIn(path)?.has(name)) yield `${id}: no test "${name}" in ${path}`
}

/** Returns rows of the totals table with a wrong number of requirements of a state and level. */
const wrongSums = (text, found) =>
  STATES.flatMap((state) => {
    const count = (level) => found.filter((entry) => entry.state === state && entry.level === level).length
    const row = `| ${state} | ${count('1')} | ${count('2')} |`
    return text.includes(row) ? [] : [`the sums have to say ${row}`]
  })
