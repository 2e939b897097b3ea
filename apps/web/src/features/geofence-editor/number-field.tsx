import { Input } from 'antd'
import { useId, useState } from 'react'
import styles from './shape-fields.module.css'

interface NumberFieldProps {
  readonly label: string
  /** Pixels of the plan. */
  readonly value: number
  /** What the value is in metres, as text; undefined where nobody knows. */
  readonly metres: string | undefined
  /** A person has entered another number, and left the field or pressed Enter. */
  readonly onCommit: (value: number) => void
}

/** A number in pixels of the plan. It counts once it is complete: half a number would pull the shape across the plan. */
export function NumberField({ label, value, metres, onCommit }: NumberFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | undefined>()
  const commit = (): void => {
    const entered = typed === undefined ? undefined : parseNumber(typed)
    setTyped(undefined)
    if (entered !== undefined && entered !== value) onCommit(entered)
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        inputMode="decimal"
        value={typed ?? String(Math.round(value * 1_000) / 1_000)}
        suffix="px"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onPressEnter={(event) => {
          // The form is not meant: Enter ends the entry.
          event.preventDefault()
          commit()
        }}
      />
      {metres === undefined ? null : <small>{metres}</small>}
    </div>
  )
}

/** A number as people type it, with a comma or a point; undefined if it is none. */
function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  const value = Number(trimmed)
  return trimmed === '' || !Number.isFinite(value) ? undefined : value
}
