import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LISTS = '/var/lib/apt/lists'
const DAY_MS = 86_400_000
/** Maximum age of package lists in days. */
const LIST_DAYS = 7

/**
 * Asks apt for the installed and the available versions of Debian packages.
 * @param {string[]} names
 * @returns {string | undefined} output of `apt-cache policy`; undefined without apt
 */
export function askApt(names) {
  try {
    return execFileSync('apt-cache', ['policy', ...names], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

/** Returns the time when the machine's package lists were last fetched; undefined when there are none. */
export function packageListsAt() {
  try {
    const times = readdirSync(LISTS)
      .filter((name) => name.endsWith('Release'))
      .map((name) => statSync(join(LISTS, name)).mtimeMs)
    return times.length > 0 ? new Date(Math.max(...times, statSync(LISTS).mtimeMs)) : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks installed Debian packages by apt's output.
 * @param {string | undefined} policy output of `apt-cache policy`
 * @param {{ listsAt: Date | undefined, now: Date }} by
 * @returns {{ lines: string[], hasHoles: boolean, isKnown: boolean }} `hasHoles`: Debian's security archive has a
 * newer version of an installed package; `isKnown`: apt is installed, and its lists are from the last week
 */
export function judgeDebian(policy, { listsAt, now }) {
  if (policy === undefined) return unknown('this machine has no apt')
  const age = now.getTime() - (listsAt?.getTime() ?? 0)
  if (age > LIST_DAYS * DAY_MS) return unknown('the package lists are older than a week: apt-get update')
  const installed = policy
    .split(/^(?=\S+:\n)/m)
    .map(readPackage)
    .filter(({ version }) => version !== undefined && version !== '(none)')
  const newer = installed.filter(({ version, candidate }) => candidate !== version)
  const holes = newer.filter(({ isSecurity }) => isSecurity)
  return {
    lines: [
      `${installed.length} packages installed, ${newer.length} with a newer version, ${holes.length} of these from the security archive`,
      ...newer.map(
        ({ name, version, candidate, isSecurity }) =>
          `${isSecurity ? 'security  ' : ''}${name} ${version}: ${candidate} is there`,
      ),
    ],
    hasHoles: holes.length > 0,
    isKnown: true,
  }
}

const unknown = (reason) => ({ lines: [`NOT KNOWN: ${reason}`], hasHoles: false, isKnown: false })

function readPackage(text) {
  const [name] = text.split(':\n')
  const version = /^ {2}Installed: (.+)$/m.exec(text)?.[1]
  const candidate = /^ {2}Candidate: (.+)$/m.exec(text)?.[1]
  // The archives of a version follow it, indented further.
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.slice(5).startsWith(`${candidate} `))
  const next = lines.findIndex((line, index) => index > from && /^( {5}| \*\*\* )\S/.test(line))
  const archives = lines.slice(from + 1, next === -1 ? undefined : next)
  return { name, version, candidate, isSecurity: archives.some((line) => /-security\b/.test(line)) }
}
