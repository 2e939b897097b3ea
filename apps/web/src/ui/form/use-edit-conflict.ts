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

/** A conflict as the form shows it. */
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

/** What {@link useEditConflict} needs of the form. */
interface ConflictOptions<Values extends object> {
  readonly shared: SharedEdit<Values> | undefined
  readonly initial: Values
  /** Puts the settled values into the form and sends it. */
  readonly onSettled: (values: Values) => void
}

/** Keeps the revision that a form is prepared on, and asks what is to be saved when others have stored another one. */
export function useEditConflict<Values extends object>(options: ConflictOptions<Values>) {
  const { shared, initial, onSettled } = options
  // As of when the form was opened: what is read again meanwhile does not reach its fields.
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
    /** The form was saved and stays open. */
    onSaved: (values: Values, saved: Revised | undefined): void => {
      if (saved?.revision !== undefined) base.current = { values, revision: saved.revision }
    },
    onReset: (): void => {
      base.current = { values: initial, revision: shared?.revision }
    },
    /** Reads what others stored. @returns whether it is what the form holds, so that nobody has to be asked */
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
