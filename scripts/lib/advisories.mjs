/**
 * What `pnpm audit --json` says.
 * @param {string} printed its output
 * @returns {{ known: false, reason: string } | { known: true, advisories: { severity: string, name: string,
 *   versions: string, title: string, url: string }[] }} the gravest first; `known` is false when the registry did not answer
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
  }))
  return { known: true, advisories: advisories.sort((a, b) => rankOf(b) - rankOf(a)) }
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
