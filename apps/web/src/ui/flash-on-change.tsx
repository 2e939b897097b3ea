import { type ReactNode, useState } from 'react'
import styles from './wash.module.css'

/** Lets a value that changed while it was watched take one soft wash of colour. The first value takes none. */
export function FlashOnChange({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const [first] = useState(value)
  const [changed, setChanged] = useState(false)
  if (value !== first && !changed) setChanged(true)
  return (
    <span key={value} className={changed ? styles.washed : styles.still}>
      {children}
    </span>
  )
}
