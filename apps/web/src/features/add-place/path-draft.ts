/** Values of a place's path in a form, by level. */
export type PathDraft = Readonly<Record<string, string | undefined>>

const valueAt = (draft: PathDraft, level: number): string => draft[`Level_${level}`]?.trim() ?? ''

/** Returns the names from the first level on, up to the first empty level. */
export function pathOf(draft: PathDraft, levels: number): string[] {
  const names = Array.from({ length: levels }, (_, index) => valueAt(draft, index + 1))
  const end = names.indexOf('')
  return end < 0 ? names : names.slice(0, end)
}

/** Returns the errors of a path: no name at all, or a name below an empty level. */
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
