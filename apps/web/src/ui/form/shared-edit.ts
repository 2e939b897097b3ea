import type { ReactNode } from 'react'
import { CallError } from '../../lib/api.ts'

/** Stored state of a record: the form's values, and the revision that a change refers to. */
export interface StoredState<Values> {
  readonly values: Values
  readonly revision: string
}

/** Revision in the response to a save. */
export interface Revised {
  readonly revision?: string | undefined
}

/** Options of a form for a record that others edit too. */
export interface SharedEdit<Values extends object> {
  /** Revision of the form's initial values. */
  readonly revision: string
  /** Reads the record again after the server refused a change because of another change. */
  readonly reread: () => Promise<StoredState<Values>>
  /** Names of the fields. Fields without a name are not compared. */
  readonly labels: { readonly [field in keyof Values]?: string }
  /** Formats a value that is not readable as it is. */
  readonly show?: (field: keyof Values, value: unknown) => ReactNode
}

/** True if the server refused a change because the record has a newer revision. */
export const isConflict = (cause: unknown): boolean => cause instanceof CallError && cause.code === 'conflict'

/** Field whose stored value differs from the form's value. */
export interface FieldDifference {
  readonly field: string
  readonly label: string
  readonly formValue: unknown
  readonly storedValue: unknown
  /** True if the form's value was edited. Fields without edits take the stored value. */
  readonly isEdited: boolean
}

/** Choice of the value to save, for each field that differs. */
export type ConflictChoices = Readonly<Record<string, 'form' | 'stored'>>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the differences between a form and the stored record.
 * @param base initial values of the form
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

/** Returns the values after the choices: the stored values, except fields that keep the form's value. */
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
