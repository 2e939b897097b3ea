import { escapePattern, gramCondition, trusted } from '@wardtrack/database'

/** Characters of a text that the index looks up; further characters are only compared. */
const MAX_INDEXED_CHARACTERS = 100

/**
 * Returns the condition for alerts that contain a text, ignoring case. Spaces around a `>` do not matter, since paths
 * are stored without them.
 * @param text one character or more
 */
export function textCondition(text: string): Record<string, unknown> {
  const pieces = text
    .replaceAll(/\s+/g, ' ')
    .split('>')
    .map((piece, _index, all) => (all.length > 1 ? piece.trim() : piece))
  const pattern = new RegExp(pieces.map(escapePattern).join(' ?> ?'), 'i')
  const longest = pieces.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return { ...indexedCondition(longest), SearchText: pattern }
}

/** Returns the index condition for a part of the text between two `>`; an empty part has none. */
function indexedCondition(piece: string): Record<string, unknown> {
  const upper = piece.toUpperCase()
  if ([...upper].length <= 1) return { SearchGrams: upper === '' ? '>' : upper }
  const { SearchGrams } = gramCondition(piece.slice(0, MAX_INDEXED_CHARACTERS))
  return { SearchGrams: trusted(SearchGrams as object) }
}
