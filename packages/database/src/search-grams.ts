/**
 * Three-character pieces of a text, upper case, with the last two characters closed by `GRAM_END`, so that any text of
 * two or more characters contained in it can be looked up in an index instead of scanning.
 */
export const GRAM_END = '\u0001'

const normalize = (text: string): string => text.toUpperCase()

/** Pieces of one text. Texts under two characters have none. */
export function gramsOf(text: string): string[] {
  const closed = normalize(text) + GRAM_END
  const grams: string[] = []
  for (let index = 0; index + 3 <= closed.length; index += 1) grams.push(closed.slice(index, index + 3))
  return grams
}

/** What a search looks at: the part of an asset that its texts stand in. */
export type SearchableAsset = { AssetId: string; Fields: Record<string, unknown> }

/** Everything the search covers on the asset itself; its place is searched by hierarchy. */
export function searchedTexts({ AssetId, Fields }: SearchableAsset): string[] {
  const texts = [AssetId, Fields['AssetName'], Fields['SerialNo'], Fields['PrimaryCategory']]
  return texts.filter((text) => typeof text === 'string')
}

/** The pieces of all that the search covers, each once. */
export const searchGrams = (asset: SearchableAsset): string[] => [
  ...new Set(searchedTexts(asset).flatMap((text) => gramsOf(text))),
]

/** The index condition that every asset containing the text meets; others may meet it too and are sifted after. */
export function gramCondition(text: string): Record<string, unknown> {
  const searched = normalize(text)
  if (searched.length === 2) {
    const last = searched.charCodeAt(1)
    const upperBound = searched.charAt(0) + String.fromCharCode(last + 1)
    return { SearchGrams: { $elemMatch: { $gte: searched, $lt: upperBound } } }
  }
  const grams = new Set<string>()
  for (let index = 0; index + 3 <= searched.length; index += 1) grams.add(searched.slice(index, index + 3))
  return { SearchGrams: { $all: [...grams] } }
}
