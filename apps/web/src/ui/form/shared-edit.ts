import type { ReactNode } from 'react'
import { CallError } from '../../lib/api.ts'

/** A thing as it is stored now: what a form shows of it, and the revision that a change of it is prepared on. */
export interface StoredState<Values> {
  readonly values: Values
  readonly revision: string
}

/** What a saved thing tells of its revision. */
export interface Revised {
  readonly revision?: string | undefined
}

/** How a form edits a thing that others edit too. */
export interface SharedEdit<Values extends object> {
  /** Revision of what the form began with. */
  readonly revision: string
  /** Reads the thing again, after the server has refused a change because somebody else made one. */
  readonly reread: () => Promise<StoredState<Values>>
  /** What the fields are called. Fields without a name are not compared. */
  readonly labels: { readonly [field in keyof Values]?: string }
  /** A value in words, where the value itself is none. */
  readonly show?: (field: keyof Values, value: unknown) => ReactNode
}

/** Whether the server refused a change because somebody else made one since the revision it was prepared on. */
export const isConflict = (cause: unknown): boolean => cause instanceof CallError && cause.code === 'conflict'

/** A field that others have stored differently from what the form holds. */
export interface FieldDifference {
  readonly field: string
  readonly label: string
  readonly formValue: unknown
  readonly storedValue: unknown
  /** Whether the form's own value was changed in it; one that was not follows what others stored. */
  readonly isEdited: boolean
}

/** Which value of each field that differs is to be saved. */
export type ConflictChoices = Readonly<Record<string, 'form' | 'stored'>>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * What differs between a form and what others have stored.
 * @param base what the form began with
 */
export function differencesOf<Values extends object>(
  labels: SharedEdit<Values>['labels'],
  { base, form, stored }: { readonly base: Values; readonly form: Values; readonly stored: Values },
): FieldDifference[] {
  return (Object.entries(labels) as [keyof Values & string, string | undefined][]).flatMap(
    ([field, label]) => {
      if (label === undefined || isSame(form[field], stored[field])) return []
      const isEdited = !isSame(form[field], base[field])
      return [{ field, label, formValue: form[field], storedValue: stored[field], isEdited }]
    },
  )
}

/** What a form holds once each difference is settled: what others stored, but for the fields of which one's own is kept. */
export function mergedValues<Values extends object>(
  { form, stored }: { readonly form: Values; readonly stored: Values },
  differences: readonly FieldDifference[],
  choices: ConflictChoices,
): Values {
  const settled = differences.map(({ field, formValue, storedValue }) => [
    field,
    choices[field] === 'form' ? formValue : storedValue,
  ])
  return { ...form, ...stored, ...Object.fromEntries(settled) }
}
