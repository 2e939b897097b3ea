// `npm run test:install`: makes a bundle, installs it, upgrades it and rolls it back. The network has only loopback,
// so the installed product cannot load missing parts. It runs on the Node that a bundle requires, from the npm
// registry. It needs Linux, and root or unprivileged user namespaces. The last line is `N passed, N failed`.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { CURRENT_NODE, nodeFolder } from './lib/npm-node.mjs'
import { at } from './lib/paths.mjs'
import { runCommand } from './lib/run-command.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const OFFLINE = '--offline'

if (process.argv.includes(OFFLINE)) await runVitest(['--root=scripts/install-tests'])
else await makeAndTest()

async function makeAndTest() {
  await ensureInstalled()
  const out = mkdtempSync(join(tmpdir(), 'wardtrack-bundles-'))
  process.on('exit', () => rmSync(out, { recursive: true, force: true }))
  const isMade =
    (await ensureBuilt('all')) === 0 &&
    (await runCommand('node', [at('scripts', 'bundle.mjs'), '--out', out])) === 0
  const node = await nodeFolder(CURRENT_NODE)
  if (!isMade || !node) {
    console.error(`No bundle was made, or ${CURRENT_NODE} cannot be had, so no test ran.`)
    endWith({ passed: 0, failed: 1 })
    return
  }
  const bundle = join(
    out,
    readdirSync(out).find((name) => name.endsWith('.tar.gz')),
  )
  const alone = process.getuid() === 0 ? ['--net'] : ['--map-root-user', '--net']
  const script = 'ip link set lo up && exec "$@"'
  process.exitCode = await runCommand(
    'unshare',
    [...alone, 'sh', '-c', script, 'sh', process.execPath, at('scripts', 'test-install.mjs'), OFFLINE],
    { env: { WARDTRACK_BUNDLE: bundle, PATH: [node, process.env.PATH ?? ''].join(delimiter) } },
  )
}
