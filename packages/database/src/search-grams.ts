import { type SearchPart, searchPartOf, storedTerm } from './search-parts.ts'

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

/** What the search covers on an asset, as paths of the store. */
export const SEARCHED_PATHS: readonly string[] = [
  'Fields.AssetName',
  'Fields.SerialNo',
  'AssetId',
  'Fields.PrimaryCategory',
]

/** What a search looks at: the part of an asset that its texts stand in. */
export type SearchableAsset = { AssetType: string; AssetId: string; Fields: Record<string, unknown> }

/** Everything the search covers on the asset itself; its place is searched by hierarchy. */
export function searchedTexts({ AssetId, Fields }: SearchableAsset): string[] {
  const texts = [AssetId, Fields['AssetName'], Fields['SerialNo'], Fields['PrimaryCategory']]
  return texts.filter((text) => typeof text === 'string')
}

/** The pieces of all that the search covers, each once, as they are stored. */
export function searchGrams(asset: SearchableAsset): string[] {
  const part = searchPartOf(asset.AssetType)
  const grams = new Set(searchedTexts(asset).flatMap((text) => gramsOf(text)))
  return [...grams].map((gram) => storedTerm(gram, part))
}

/**
 * The index condition that every asset of a part that contains the text meets; others may meet it too and are sifted
 * after.
 */
export function gramCondition(text: string, part: SearchPart = 'others'): Record<string, unknown> {
  const searched = normalize(text)
  if (searched.length === 2) {
    const last = searched.charCodeAt(1)
    const upperBound = searched.charAt(0) + String.fromCharCode(last + 1)
    return {
      SearchGrams: { $elemMatch: { $gte: storedTerm(searched, part), $lt: storedTerm(upperBound, part) } },
    }
  }
  const grams = new Set<string>()
  for (let index = 0; index + 3 <= searched.length; index += 1)
    grams.add(storedTerm(searched.slice(index, index + 3), part))
  return { SearchGrams: { $all: [...grams] } }
}
