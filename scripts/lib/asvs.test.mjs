import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { asvsLevels, problemsOf, STATES } from './asvs.mjs'
import { testNamesIn } from './test-names.mjs'

const [LAST] = [...asvsLevels().keys()].slice(-1)
const namesIn = (path) => (path === '../a.test.ts' ? new Set(['holds']) : undefined)

/** Creates a page with every requirement shown, and correct totals. */
function page(change = (row) => row) {
  const rows = [...asvsLevels()].map(([id, level]) =>
    change(`| ${id} | ${level} | something | shown | [holds](../a.test.ts). A remark. |`, id),
  )
  const count = (level) => [...asvsLevels().values()].filter((each) => each === level).length
  const sums = STATES.map((state) =>
    state === 'shown' ? `| ${state} | ${count('1')} | ${count('2')} |` : `| ${state} | 0 | 0 |`,
  )
  return [...sums, ...rows].join('\n')
}

/** Returns the problems of the page after a change of the last requirement's row. */
const problemsWith = (change) =>
  problemsOf(
    page((row, id) => (id === LAST ? change(row) : row)),
    namesIn,
  )

test('the standard has 70 requirements of level 1 and 183 of level 2', () => {
  const levels = [...asvsLevels().values()]
  expect([levels.filter((level) => level === '1').length, levels.length]).toEqual([70, 253])
})

test('finds no problems in a correct page', () => {
  expect(problemsOf(page(), namesIn)).toEqual([])
})

test('reports a requirement that is missing, repeated, or of another level', () => {
  expect(problemsWith(() => '')).toContain(`${LAST} is missing`)
  expect(problemsWith((row) => `${row}\n${row}`)).toContain(`${LAST} is there twice`)
  expect(problemsWith((row) => row.replace(`| ${LAST} | 2 `, `| ${LAST} | 1 `))).toContain(
    `${LAST} is of level 2`,
  )
})

test('reports a missing test or file, and a claim without a test', () => {
  expect(problemsWith((row) => row.replace('holds', 'held'))).toEqual([
    `${LAST}: no test "held" in ../a.test.ts`,
  ])
  expect(problemsWith((row) => row.replace('a.test', 'b.test'))).toEqual([
    `${LAST}: no test "holds" in ../b.test.ts`,
  ])
  expect(problemsWith((row) => row.replace('[holds](../a.test.ts)', 'trust us'))).toEqual([
    `${LAST} names no test`,
  ])
})

test('reports an unknown state, and wrong totals', () => {
  expect(problemsWith((row) => row.replace('| shown |', '| fine |'))).toContain(`${LAST}: no state fine`)
  expect(problemsWith((row) => row.replace('| shown |', '| open |')).join()).toContain('the sums have to say')
})

test('reads the names of tests as written, including groups and rows', () => {
  const names = testNamesIn(fileURLToPath(new URL('citations.test.mjs', import.meta.url)))
  expect(names.size).toBeGreaterThan(0)
  const testNames = testNamesIn(fileURLToPath(import.meta.url))
  expect(testNames).toContain('reports an unknown state, and wrong totals')
  expect(testNames).not.toContain('held')
})
