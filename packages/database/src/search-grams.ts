import { type SearchPart, searchPartOf, storedTerm } from './search-parts.ts'

/**
 * End mark of three-character pieces. Texts are cut into upper-case pieces, and `GRAM_END` closes the last two
 * characters. An index can then find every contained text of two or more characters without a scan.
 */
export const GRAM_END = '\u0001'

const normalize = (text: string): string => text.toUpperCase()

/** Returns the pieces of one text; none for texts under two characters. */
export function gramsOf(text: string): string[] {
  const closed = normalize(text) + GRAM_END
  const grams: string[] = []
  for (let index = 0; index + 3 <= closed.length; index += 1) grams.push(closed.slice(index, index + 3))
  return grams
}

/** Stored paths of the searched values of an asset. */
export const SEARCHED_PATHS: readonly string[] = [
  'Fields.AssetName',
  'Fields.SerialNo',
  'AssetId',
  'Fields.PrimaryCategory',
]

/** The searched part of an asset. */
export type SearchableAsset = { AssetType: string; AssetId: string; Fields: Record<string, unknown> }

/** Returns all searched texts of the asset itself; its place is searched by hierarchy. */
export function searchedTexts({ AssetId, Fields }: SearchableAsset): string[] {
  const texts = [AssetId, Fields['AssetName'], Fields['SerialNo'], Fields['PrimaryCategory']]
  return texts.filter((text) => typeof text === 'string')
}

/** Returns the stored pieces of all searched texts, without duplicates. */
export function searchGrams(asset: SearchableAsset): string[] {
  const part = searchPartOf(asset.AssetType)
  const grams = new Set(searchedTexts(asset).flatMap((text) => gramsOf(text)))
  return [...grams].map((gram) => storedTerm(gram, part))
}

/**
 * Returns an index condition that every asset of a part with the text meets. Other assets may meet it too and must be
 * filtered afterwards.
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
