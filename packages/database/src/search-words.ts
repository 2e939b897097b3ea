import { type SearchableAsset, searchedTexts } from './search-grams.ts'
import { searchPartOf, storedTerm } from './search-parts.ts'

/** A word longer than this (no real one) is kept as pieces that overlap by the longest text a search takes. */
const MAX_WORD_LENGTH = 400
const MAX_SEARCH_LENGTH = 200

const WORDS = /[A-Za-z]{2,}/g
const ONLY_LETTERS = /^[A-Za-z]{2,}$/

/**
 * The words of everything the search covers on the asset itself: runs of two or more letters from A to Z, upper case,
 * each once, as they are stored. A text of such letters alone is contained in an asset exactly when one of its words
 * contains it.
 */
export function searchWords(asset: SearchableAsset): string[] {
  const runs = searchedTexts(asset).flatMap((text) => text.match(WORDS) ?? [])
  const words = new Set(runs.flatMap((run) => overlappingPieces(run.toUpperCase())))
  const part = searchPartOf(asset.AssetType)
  return [...words].map((word) => storedTerm(word, part))
}

function overlappingPieces(word: string): string[] {
  if (word.length <= MAX_WORD_LENGTH) return [word]
  const pieces: string[] = []
  for (let start = 0; start + MAX_SEARCH_LENGTH < word.length; start += MAX_WORD_LENGTH - MAX_SEARCH_LENGTH)
    pieces.push(word.slice(start, start + MAX_WORD_LENGTH))
  return pieces
}

/** Whether the words of assets decide a search for the text. */
export const isWordSearch = (text: string): boolean =>
  ONLY_LETTERS.test(text) && text.length <= MAX_SEARCH_LENGTH
