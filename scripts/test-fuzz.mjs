// `npm run test:fuzz [-- --seconds N] [--seed N]`: schemathesis generates requests from the product's OpenAPI
// document and reports answers of 500 and above (attack/fuzz_checks.py). It starts a separate product, and needs
// Python 3 and, once, the Python package index. The last line is `N passed, N failed`: the calls for sessions and
// those for keys.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { openFuzzTarget } from './lib/fuzz-target.mjs'
import { at, MEMORY } from './lib/paths.mjs'
import { runCommand } from './lib/run-command.mjs'
import { endWith } from './lib/run-vitest.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '20261122' },
  },
})
const REQUIREMENTS = at('attack', 'fuzz-requirements.txt')
const ENVIRONMENT = join(MEMORY, 'fuzz')
/** Copy of the installed requirements: when they change, the environment is created again. */
const INSTALLED = join(ENVIRONMENT, 'requirements.txt')
/** Filter of calls for keys. They are sent with a key, all others with a session. */
const FOR_KEYS = '/x-access/kind == "key"'
/** Calls with separate tests: they end the session, stream for ever, or compute a password hash. */
const LEFT_OUT = ['logout', 'live', 'verify', 'changePassword', 'endOwnSession', 'endUserSessions']

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0 || !(await ensureEnvironment())) endWith({ passed: 0, failed: 1 })
else endWith(await fuzz())

async function fuzz() {
  const target = await openFuzzTarget()
  try {
    const seconds = Math.max(2, Math.floor(Number(values.seconds)))
    const forKeys = Math.ceil(seconds / 4)
    const document = await documentOf(target)
    const run = (token, time, filter) => schemathesis(target, document, { token, seconds: time, filter })
    const codes = [
      await run(target.token, seconds - forKeys, ['--exclude-by', FOR_KEYS]),
      await run(target.key, forKeys, ['--include-by', FOR_KEYS]),
    ]
    const works = target.running() && (await target.opens())
    if (!works)
      console.error(
        `The product ended, or the session was ended: what came after was no test of it.\n${target.output().slice(-2_000)}`,
      )
    const failed = codes.filter((code) => code !== 0).length + (works ? 0 : 1)
    return { passed: codes.filter((code) => code === 0).length, failed }
  } finally {
    await target.close()
  }
}

/** Returns the exit code of schemathesis: 0 when no answer was 500 or above. */
async function schemathesis(target, document, { token, seconds, filter }) {
  const options = {
    url: target.url,
    header: `Authorization: Bearer ${token}`,
    checks: 'no_server_error',
    phases: 'coverage,fuzzing',
    mode: 'all',
    seed: values.seed,
    'max-time': String(seconds),
    workers: '1',
    'request-timeout': '30',
    'generation-database': 'none',
    warnings: 'off',
  }
  const run = [
    'run',
    document,
    '--no-color',
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...LEFT_OUT.flatMap((name) => ['--exclude-operation-id', name]),
    ...filter,
  ]
  const env = { PYTHONPATH: at('attack'), SCHEMATHESIS_HOOKS: 'fuzz_checks', PYTHONDONTWRITEBYTECODE: '1' }
  return runCommand(join(ENVIRONMENT, 'bin', 'schemathesis'), run, { cwd: target.dataDir, env })
}

/**
 * Returns the file of the product's document without patterns of letter classes: schemathesis cannot generate texts
 * for them, and skips calls that contain one. So it sends more texts that violate them.
 */
async function documentOf(target) {
  const answer = await fetch(`${target.url}/api/openapi.json`)
  const document = JSON.parse(await answer.text(), (name, value) =>
    name === 'pattern' && typeof value === 'string' && value.includes('\\p{') ? undefined : value,
  )
  const file = join(target.dataDir, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

/** Makes sure that schemathesis is installed, in the versions that the repository names. */
async function ensureEnvironment() {
  const wanted = readFileSync(REQUIREMENTS, 'utf8')
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted) return true
  const made = await runCommand('python3', ['-m', 'venv', '--clear', ENVIRONMENT])
  const pip = join(ENVIRONMENT, 'bin', 'pip')
  const install = ['install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]
  if (made !== 0 || (await runCommand(pip, install)) !== 0) {
    console.error(
      'schemathesis could not be installed: Python 3 with venv and a Python package index are needed.',
    )
    return false
  }
  writeFileSync(INSTALLED, wanted)
  return true
}
