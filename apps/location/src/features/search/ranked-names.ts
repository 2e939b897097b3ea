/** A hit that is found by its name, or by words of its surroundings together with a word of its name. */
export type NamedHit<Hit> = { hit: Hit; name: string; surroundings: string }

/** The best hits; `more` is true when further hits exist. */
export type SomeHits<Hit> = { hits: Hit[]; more: boolean }

/** An index of names for repeated searches. */
export type RankedNames<Hit> = { find(text: string, limit: number): SomeHits<Hit> }

type Entry<Hit> = NamedHit<Hit>

/** Number of ranks of a name; lower ranks are better matches. */
const RANKS = 5

/**
 * Creates an index of names. Every word of a text must be in the name or its surroundings, and one of them in the
 * name; case does not matter. A search scans the names once. Equally ranked hits keep the order of the list.
 */
export function rankNames<Hit>(named: readonly NamedHit<Hit>[]): RankedNames<Hit> {
  const entries = named.map(({ hit, name, surroundings }) => ({
    hit,
    name: normalized(name),
    surroundings: normalized(surroundings),
  }))
  return {
    find: (text, limit) => {
      const searched = normalized(text)
      const words = searched.split(/[\s>]+/).filter((word) => word !== '')
      const byRank = Array.from({ length: RANKS }, (): Hit[] => [])
      for (const entry of entries) {
        const ranked = byRank[rankOf(entry, searched, words)]
        if (ranked && ranked.length <= limit) ranked.push(entry.hit)
      }
      const found = byRank.flat()
      return { hits: found.slice(0, limit), more: found.length > limit }
    },
  }
}

const normalized = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toUpperCase()

/** Returns the rank of a name; {@link RANKS} when the text does not match it. */
function rankOf({ name, surroundings }: Entry<unknown>, searched: string, words: readonly string[]): number {
  if (name === searched) return 0
  if (name.startsWith(searched)) return 1
  if (name.includes(searched)) return 2
  if (!words.some((word) => name.includes(word))) return RANKS
  if (words.every((word) => name.includes(word))) return 3
  return words.every((word) => name.includes(word) || surroundings.includes(word)) ? 4 : RANKS
}
