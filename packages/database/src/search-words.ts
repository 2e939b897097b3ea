import { type SearchableAsset, searchedTexts } from './search-grams.ts'
import { searchPartOf, storedTerm } from './search-parts.ts'

/**
 * Limit of a word's length, beyond any real word. A longer word is cut into pieces that overlap by the longest search
 * text.
 */
const MAX_WORD_LENGTH = 400
const MAX_SEARCH_LENGTH = 200

const WORDS = /[A-Za-z]{2,}/g
const ONLY_LETTERS = /^[A-Za-z]{2,}$/

/** Path whose words are stored a second time with a mark, so that a search can cover only the name. */
export const NAME_PATH = 'Fields.AssetName'
/** Prefix of those words. No typed text contains it. */
const NAME_MARK = '\u0003'

/**
 * Returns the stored words of all searched texts of the asset itself. Words are runs of two or more letters from A to
 * Z, upper case, without duplicates. Words of the name are added a second time with a mark. An asset or its name
 * contains a text of such letters exactly when one of these words contains it.
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

/** Returns true if a word, without the mark of its part, is a marked word of the name. */
export const isNameWord = (word: string): boolean => word.startsWith(NAME_MARK)

function overlappingPieces(word: string): string[] {
  if (word.length <= MAX_WORD_LENGTH) return [word]
  const pieces: string[] = []
  for (let start = 0; start + MAX_SEARCH_LENGTH < word.length; start += MAX_WORD_LENGTH - MAX_SEARCH_LENGTH)
    pieces.push(word.slice(start, start + MAX_WORD_LENGTH))
  return pieces
}

/** Returns true if the words of assets are enough to search for the text. */
export const isWordSearch = (text: string): boolean =>
  ONLY_LETTERS.test(text) && text.length <= MAX_SEARCH_LENGTH
