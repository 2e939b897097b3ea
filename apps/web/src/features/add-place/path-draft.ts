/** The path of a place as a form holds it, by level. */
export type PathDraft = Readonly<Record<string, string | undefined>>

const valueAt = (draft: PathDraft, level: number): string => draft[`Level_${level}`]?.trim() ?? ''

/** The levels that are named, from the first on. */
export function pathOf(draft: PathDraft, levels: number): string[] {
  const names = Array.from({ length: levels }, (_, index) => valueAt(draft, index + 1))
  const end = names.indexOf('')
  return end < 0 ? names : names.slice(0, end)
}

/** What is wrong with a path: nothing is named, or a level below one that is not. */
export function pathErrors(
  draft: PathDraft,
  levels: number,
  texts: { readonly missing: string; readonly above: string },
): Record<string, string> {
  const depth = pathOf(draft, levels).length
  const errors: Record<string, string> = {}
  if (depth === 0) errors['Level_1'] = texts.missing
  for (let level = depth + 2; level <= levels; level += 1)
    if (valueAt(draft, level) !== '') errors[`Level_${level}`] = texts.above
  return errors
}
