import { type ReactNode, useState } from 'react'
import styles from './flash-on-change.module.css'

/** Flashes in a soft colour when the value changes. The first value does not flash. */
export function FlashOnChange({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const [first] = useState(value)
  const [changed, setChanged] = useState(false)
  if (value !== first && !changed) setChanged(true)
  return (
    <span key={value} className={changed ? styles.flashed : styles.still}>
      {children}
    </span>
  )
}
