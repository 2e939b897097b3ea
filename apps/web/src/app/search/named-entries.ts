/** Entry of the console that is found by its name or synonyms. */
export interface NamedEntry {
  readonly text: string
  /** Synonyms. */
  readonly words: string
}

/** Maximum number of entries shown per kind. */
const MOST = 5

/**
 * Returns the entries whose name or synonyms contain every word of a text. Names that begin with the text come first.
 */
export function findEntries<Entry extends NamedEntry>(entries: readonly Entry[], text: string): Entry[] {
  const searched = text.toLowerCase()
  const wanted = searched.split(/\s+/).filter((word) => word !== '')
  const rank = ({ text: name }: Entry): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(searched)) return 0
    return lower.includes(searched) ? 1 : 2
  }
  return entries
    .filter((entry) => {
      const words = `${entry.text} ${entry.words}`.toLowerCase()
      return wanted.every((word) => words.includes(word))
    })
    .map((entry, at) => ({ entry, at, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, MOST)
    .map(({ entry }) => entry)
}
