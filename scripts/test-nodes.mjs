// `npm run test:nodes [-- FILTER]`: runs the README's test command, `npm test`, under each supported version of Node.
// The last line is `N passed, N failed` over all of them.
import { delimiter } from 'node:path'
import { NODE_PACKAGES, nodeFolder } from './lib/npm-node.mjs'
import { runTallied } from './lib/run-tallied.mjs'
import { endWith } from './lib/run-vitest.mjs'

const tallies = []
for (const spec of NODE_PACKAGES) {
  const bin = await nodeFolder(spec)
  if (!bin) console.error(`${spec} cannot be had from the npm registry.`)
  const path = [bin, process.env.PATH ?? ''].join(delimiter)
  const tally = bin
    ? await runTallied('npm', ['test', '--', ...process.argv.slice(2)], { PATH: path })
    : { passed: 0, failed: 1 }
  tallies.push({ spec, ...tally })
}
for (const { spec, passed, failed } of tallies) console.log(`${spec}: ${passed} passed, ${failed} failed.`)
const sum = (name) => tallies.reduce((total, tally) => total + tally[name], 0)
endWith({ passed: sum('passed'), failed: sum('failed') })
