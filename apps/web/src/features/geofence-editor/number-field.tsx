import { Input } from 'antd'
import { useId, useState } from 'react'
import styles from './shape-fields.module.css'

interface NumberFieldProps {
  readonly label: string
  /** In pixels of the plan. */
  readonly value: number
  /** Value in metres as text; undefined if the scale is unknown. */
  readonly metres: string | undefined
  /** Called when the user has entered another number, and left the field or pressed Enter. */
  readonly onCommit: (value: number) => void
}

/**
 * Input for a number in pixels of the plan. It takes effect when complete, because a partial number would move the
 * shape across the plan.
 */
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
          // Enter ends the input and does not submit the form.
          event.preventDefault()
          commit()
        }}
      />
      {metres === undefined ? null : <small>{metres}</small>}
    </div>
  )
}

/** Parses a typed number with a comma or a point; undefined if invalid. */
function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  const value = Number(trimmed)
  return trimmed === '' || !Number.isFinite(value) ? undefined : value
}
