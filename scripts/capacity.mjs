// `npm run capacity -- [--assets 20000] [--corePrice 40] …`: calculates the needs of 1, 10, 100 and 1,000 hospitals,
// and the waiting times of requests in the busiest minute. It uses measured figures and replaceable assumptions, and
// starts nothing. docs/scale.md contains its tables.
import { parseArgs } from 'node:util'
import { ASSUMPTIONS } from './lib/capacity-plan.mjs'
import { capacityTables } from './lib/capacity-tables.mjs'

try {
  console.log(capacityTables(readAssumptions()))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function readAssumptions() {
  const options = Object.fromEntries(Object.keys(ASSUMPTIONS).map((name) => [name, { type: 'string' }]))
  const { values } = parseArgs({ options })
  const changed = Object.entries(values).map(([name, text]) => {
    const value = Number(text)
    if (!(value > 0 && value < 1e9)) throw new Error(`--${name} is a number above 0`)
    return [name, value]
  })
  return { ...ASSUMPTIONS, ...Object.fromEntries(changed) }
}
