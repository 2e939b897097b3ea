import { type SearchableAsset, searchedTexts } from './search-grams.ts'
import { searchPartOf, storedTerm } from './search-parts.ts'

/** A word longer than this (no real one) is kept as pieces that overlap by the longest text a search takes. */
const MAX_WORD_LENGTH = 400
const MAX_SEARCH_LENGTH = 200

const WORDS = /[A-Za-z]{2,}/g
const ONLY_LETTERS = /^[A-Za-z]{2,}$/

/** The path whose words stand among the others once more, so that a text in it alone is looked up as well. */
export const NAME_PATH = 'Fields.AssetName'
/** Stands before those words. No text that people type holds it. */
const NAME_MARK = '\u0003'

/**
 * The words of everything the search covers on the asset itself: runs of two or more letters from A to Z, upper case,
 * each once, as they are stored, and those of its name a second time with a mark. A text of such letters alone is
 * contained in an asset, or in its name, exactly when one of these words contains it.
 */
export function searchWords(asset: SearchableAsset): string[] {
  const name = asset.Fields['AssetName']
  const words = wordsOf(searchedTexts(asset))
  const nameWords = typeof name === 'string' ? wordsOf([name]) : []
  const part = searchPartOf(asset.AssetType)
  return [...words, ...nameWords.map((word) => NAME_MARK + word)].map((word) => storedTerm(word, part))
}

function wordsOf(texts: readonly string[]): string[] {
  const runs = texts.flatMap((text) => text.match(WORDS) ?? [])
  return [...new Set(runs.flatMap((run) => overlappingPieces(run.toUpperCase())))]
}

/** Whether a word without the mark of its part, as `searchWords` makes it, stands for the name that contains it. */
export const isNameWord = (word: string): boolean => word.startsWith(NAME_MARK)

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
