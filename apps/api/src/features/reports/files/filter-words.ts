import type { MetaEntry } from '@wardtrack/contracts'
import { type CriteriaCondition, type ReadCriteria, textOfPattern } from '@wardtrack/database'
import type { FileTexts } from './file-texts.ts'

/** Values of a condition that are listed individually. */
const MAX_VALUES = 10
/** Maximum length of the filter text in a file, in characters. */
const MAX_TEXT = 2_000
const ROW_TIME = 'createdAt'

/** Context for describing criteria in words. */
export type Wording = {
  texts: FileTexts
  /** entries of the metadata mapping that the reader may see */
  entries: readonly MetaEntry[]
  /** formats a moment as text */
  timeText: (date: Date) => string
}

/** Describes the period that meets all conditions on the time; undefined when there are none. */
export function periodInWords(
  conditions: readonly Pick<CriteriaCondition, 'path' | 'test'>[],
  wording: Wording,
): string | undefined {
  const times = conditions.filter(({ path }) => path === ROW_TIME)
  const boundsOf = (name: '$gte' | '$lt'): Date[] =>
    times
      .flatMap(({ test }) => (test[name] instanceof Date ? [test[name]] : []))
      .toSorted((a, b) => a.getTime() - b.getTime())
  const range = { $gte: boundsOf('$gte').at(-1), $lt: boundsOf('$lt')[0] }
  return rangeInWords(range, wording) || undefined
}

/** Describes all other conditions in words: the name of the field and its test. */
export function filterInWords({ conditions, searches }: ReadCriteria, wording: Wording): string {
  const { texts } = wording
  const words = conditions
    .filter(({ path }) => path !== ROW_TIME)
    .map(({ path, test }) => `${fieldInWords(path, wording)}: ${testInWords({ path, test }, wording)}`)
  words.push(...searches.map((text) => `${texts.search}: ${text}`))
  const text = words.length > 0 ? words.join('; ') : texts.noFilter
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** Returns the name of a criteria field in words. */
export function fieldInWords(path: string, { texts, entries }: Wording): string {
  const entry = entryOf(path, entries)
  if (entry) return entry.Alias || path
  const level = /^(?<place>[A-Za-z]+)\.fullPath\.Level_(?<number>\d+)$/.exec(path)?.groups
  if (level) return `${placeInWords(level['place'] ?? '', texts)} ${level['number']}`
  return texts.members[path] ?? texts.members[path.split('.')[0] ?? ''] ?? path
}

/** Rows with two places label them with letters. */
const placeInWords = (place: string, { members }: FileTexts): string =>
  members[place] ?? members[`Location${place}`] ?? place

const entryOf = (path: string, entries: readonly MetaEntry[]): MetaEntry | undefined =>
  entries.find(({ Model }) => Model === path)

function testInWords({ path, test }: Pick<CriteriaCondition, 'path' | 'test'>, wording: Wording): string {
  const { $eq: equal, $in: allowed, $regex: pattern } = test
  const { texts, entries } = wording
  const contained = textOfPattern(pattern)
  if (contained !== undefined) return texts.contains(contained)
  if ('$gte' in test || '$lt' in test) return rangeInWords(test, wording)
  const options = entryOf(path, entries)?.Options
  const wordOf = (value: unknown): string => {
    if (value === null || value === undefined) return texts.missing
    if (value instanceof Date) return wording.timeText(value)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return (options && Object.hasOwn(options, text) && options[text]?.alias) || text
  }
  const values = [...new Set((Array.isArray(allowed) ? allowed : [equal]).filter(isTold).map(wordOf))]
  const words = values.slice(0, MAX_VALUES).join(` ${texts.any} `)
  return values.length > MAX_VALUES ? `${words} ${texts.more(values.length - MAX_VALUES)}` : words
}

/**
 * Checks that a value is described. Criteria for missing values hold null, `N/A` and an empty list, of which only
 * null is.
 */
const isTold = (value: unknown): boolean => value !== 'N/A' && !Array.isArray(value)

function rangeInWords(
  { $gte: from, $lt: to }: Record<string, unknown>,
  { texts, timeText }: Wording,
): string {
  if (from instanceof Date && to instanceof Date) return texts.between(timeText(from), timeText(to))
  if (from instanceof Date) return texts.since(timeText(from))
  return to instanceof Date ? texts.until(timeText(to)) : ''
}
