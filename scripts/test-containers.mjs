// `npm run test:containers [-- FILE…]`: tests the committed state in containers. It builds the images from a clone
// that was made with umask 077, and starts the stack of docker-compose.yml. Then it runs browser journeys
// (`e2e/src/FILE`) against the gateway, kills a process, and removes everything. It needs no Docker Hub: Debian's
// packages replace the pinned images, and the embedded store replaces MongoDB. It needs root and Debian; the last
// line is `N passed, N failed`. See docs/compose.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBaseImages } from './container-tests/base-images.mjs'
import { startDocker } from './container-tests/docker.mjs'
import { createStack } from './container-tests/stack.mjs'
import { installTools } from './container-tests/tools.mjs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'
import { runTallied } from './lib/run-tallied.mjs'
import { endWith } from './lib/run-vitest.mjs'

/** Tests of sign-in and first steps, an ended session, devices and the live map, maps, alerts. */
const JOURNEYS = [
  'first-run.test.ts',
  'ended-session.test.ts',
  'live.test.ts',
  'maps.test.ts',
  'alerts-live.test.ts',
]

// The replacement images must be readable in containers. Only the clone is made with another umask.
process.umask(0o022)
const files = process.argv.slice(2)
const journeys = (files.length > 0 ? files : JOURNEYS).map((file) => join('src', file))
const tallies = []
const work = mkdtempSync(join(tmpdir(), 'wardtrack-containers-'))
const undo = [() => rmSync(work, { recursive: true, force: true })]
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    cleanUp()
    process.exit(1)
  })

try {
  console.log(
    'Replacements: Debian images with packages of Debian, npm and Maven for those of Docker Hub; the embedded store for MongoDB',
  )
  await ensureInstalled()
  if ((await ensureBuilt('all')) !== 0) throw new Error('The build failed.')
  const tools = installTools(work)
  const docker = await startDocker(work, tools)
  undo.push(docker.stop)
  await makeBaseImages(work, docker)
  const stack = createStack(work, docker)
  undo.push(stack.remove)
  timed('Images of the stores', stack.build)
  timed('docker compose up --build --wait', stack.up)
  tallies.push(
    await runTallied('node', [at('scripts', 'container-tests', 'run.mjs')], stack.environment),
    await runTallied('node', [at('scripts', 'test-e2e.mjs'), ...journeys], {
      ...stack.environment,
      WARDTRACK_E2E_PRODUCT: at('scripts', 'container-tests', 'product.mjs'),
      NODE_EXTRA_CA_CERTS: stack.certificate,
    }),
  )
} catch (error) {
  console.error(error)
  tallies.push({ passed: 0, failed: 1 })
} finally {
  cleanUp()
}
const sum = (name) => tallies.reduce((total, tally) => total + tally[name], 0)
endWith({ passed: sum('passed'), failed: sum('failed') })

/** Runs a step and prints its duration. */
function timed(name, step) {
  const start = Date.now()
  step()
  console.log(`${name}: ${Math.round((Date.now() - start) / 1000)} s`)
}

/** Removes the stack, ends Docker, and deletes the folder of the run. A failed step does not prevent the others. */
function cleanUp() {
  for (const step of undo.splice(0).reverse())
    try {
      step()
    } catch (error) {
      console.error(error)
      tallies.push({ passed: 0, failed: 1 })
    }
}
