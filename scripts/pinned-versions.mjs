// `npm run versions`: lists every version that the repository pins, its place, and the date of its last check. Exits
// with 1 when a version has a known vulnerability, an unsupported release line, or was never checked; `npm run check`
// runs it.
import { entryOf, problemsOf, readKnown, readPins } from './lib/pinned-versions.mjs'

const known = readKnown()
const pins = readPins()
for (const pin of pins) {
  const checked = entryOf(pin, known)?.checked ?? 'never'
  console.log(
    `  ${`${pin.name} ${pin.version}`.padEnd(34)} ${pin.kind.padEnd(10)} checked ${checked}  ${pin.place}`,
  )
}
const problems = pins.flatMap((pin) => problemsOf(pin, known))
for (const problem of problems) console.log(`  PROBLEM  ${problem}`)
console.log(`${pins.length} pinned versions, ${problems.length} problems`)
process.exitCode = pins.length === 0 || problems.length > 0 ? 1 : 0
