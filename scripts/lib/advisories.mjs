/** Days from the publication of an advisory until its fix, by severity, as SECURITY.md promises. */
const DAYS = { critical: 7, high: 30, moderate: 90, low: 90, info: 90 }
/** Days for an advisory that cannot be used against the product. */
const UNUSABLE_DAYS = 183
const DAY_MS = 86_400_000
/** Maximum age of a registry's answer in days. */
const ANSWER_DAYS = 7

/**
 * Reads the output of `pnpm audit --json`.
 * @param {string} printed its output
 * @returns {{ known: false, reason: string } | { known: true, advisories: { severity: string, name: string, versions:
 * string, title: string, url: string, published: string | undefined }[] }} the most severe first; `known` is false
 * when the registry did not answer
 */
export function advisoriesIn(printed) {
  const answer = parsed(printed)
  if (!answer) return { known: false, reason: 'nothing that can be read' }
  if (answer.error) return { known: false, reason: answer.error.message ?? answer.error.code ?? 'an error' }
  if (!answer.advisories || !answer.metadata) return { known: false, reason: 'an answer without advisories' }
  const advisories = Object.values(answer.advisories).map((advisory) => ({
    severity: advisory.severity,
    name: advisory.module_name,
    versions: advisory.vulnerable_versions,
    title: advisory.title,
    url: advisory.url,
    published: advisory.created,
  }))
  return { known: true, advisories: advisories.sort((a, b) => rankOf(b) - rankOf(a)) }
}

/**
 * Returns the deadline of an advisory, and if it is past. An advisory without a publication date counts as past.
 * @param {{ severity: string, published: string | undefined, url: string }} advisory
 * @param {Date} now
 * @param {{ url: string, reason: string }[]} unusable advisories that cannot be used against the product, and why
 * @returns {{ due: string, isPast: boolean, reason?: string }}
 */
export function dueOf({ severity, published, url }, now, unusable = []) {
  const reason = unusable.find((advisory) => advisory.url === url)?.reason
  const days = reason ? UNUSABLE_DAYS : (DAYS[severity] ?? DAYS.critical)
  const from = Date.parse(published ?? '')
  if (Number.isNaN(from)) return { due: 'at once: when it was published is not told', isPast: true }
  const due = new Date(from + days * DAY_MS)
  return { due: due.toISOString().slice(0, 10), isPast: due < now, ...(reason ? { reason } : {}) }
}

/**
 * Creates a file of the registries' answers, for a machine that cannot ask.
 * @param {{ printed: string, tags?: Record<string, string[] | undefined> }} answers output of pnpm, and tags by image
 * @param {{ lock: string, scope: string, now: Date }} asked digest of the lock file, and scope of the request
 */
export const savedAnswer = ({ printed, tags }, { lock, scope, now }) =>
  `${JSON.stringify({ lock, scope, at: now.toISOString(), printed, tags }, undefined, 2)}\n`

/**
 * Reads the answers from such a file.
 * @param {string} text
 * @param {{ lock: string, scope: string, now: Date }} wanted
 * @returns {{ printed: string, tags?: Record<string, string[]> } | { reason: string }} `reason`: why the file does
 * not apply here
 */
export function answerIn(text, { lock, scope, now }) {
  const saved = parsed(text)
  if (typeof saved?.printed !== 'string') return { reason: 'there is no file that holds an answer' }
  if (saved.lock !== lock)
    return { reason: 'the answer is about other versions: its pnpm-lock.yaml was another' }
  if (saved.scope !== scope) return { reason: `the answer is about "${saved.scope}", not about "${scope}"` }
  const age = now.getTime() - Date.parse(saved.at)
  if (!(age >= -DAY_MS && age <= ANSWER_DAYS * DAY_MS))
    return { reason: `the answer is of ${saved.at}: one of the last ${ANSWER_DAYS} days is needed` }
  return { printed: saved.printed, ...(saved.tags ? { tags: saved.tags } : {}) }
}

const RANKS = ['info', 'low', 'moderate', 'high', 'critical']
const rankOf = ({ severity }) => RANKS.indexOf(severity)

function parsed(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
