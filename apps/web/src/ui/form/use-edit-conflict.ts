import { useRef, useState } from 'react'
import {
  type ConflictChoices,
  differencesOf,
  type FieldDifference,
  mergedValues,
  type Revised,
  type SharedEdit,
  type StoredState,
} from './shared-edit.ts'

/** Conflict for the form's dialog. */
export interface ShownConflict {
  readonly differences: readonly FieldDifference[]
  readonly show: ((field: never, value: unknown) => React.ReactNode) | undefined
  readonly settle: (choices: ConflictChoices) => void
  readonly close: () => void
}

type Found<Values> = {
  readonly form: Values
  readonly stored: StoredState<Values>
  readonly differences: readonly FieldDifference[]
}

/** Options of {@link useEditConflict}. */
interface ConflictOptions<Values extends object> {
  readonly shared: SharedEdit<Values> | undefined
  readonly initial: Values
  /** Puts the chosen values into the form and sends it. */
  readonly onSettled: (values: Values) => void
}

/** Keeps the form's revision, and asks which values to save when others have stored a newer revision. */
export function useEditConflict<Values extends object>(options: ConflictOptions<Values>) {
  const { shared, initial, onSettled } = options
  // State when the form was opened. Later reads of the record do not change the form's fields.
  const base = useRef({ values: initial, revision: shared?.revision })
  const [found, setFound] = useState<Found<Values>>()
  const shown: ShownConflict | undefined = found && {
    differences: found.differences,
    show: shared?.show as ShownConflict['show'],
    close: () => setFound(undefined),
    settle: (choices) => {
      setFound(undefined)
      base.current = found.stored
      onSettled(mergedValues({ form: found.form, stored: found.stored.values }, found.differences, choices))
    },
  }
  return {
    shown,
    revision: (): string | undefined => base.current.revision,
    /** Called when the form was saved and stays open. */
    onSaved: (values: Values, saved: Revised | undefined): void => {
      if (saved?.revision !== undefined) base.current = { values, revision: saved.revision }
    },
    onReset: (): void => {
      base.current = { values: initial, revision: shared?.revision }
    },
    /** Reads the stored record. @returns true if it equals the form's values, so that no question is needed */
    examine: async (form: Values): Promise<boolean> => {
      if (!shared) return false
      const stored = await shared.reread()
      const values = { base: base.current.values, form, stored: stored.values }
      const differences = differencesOf(shared.labels, values)
      if (differences.length > 0) setFound({ form, stored, differences })
      else base.current = stored
      return differences.length === 0
    },
  }
}
