import { type ReactNode, useRef } from 'react'
import styles from './wash.module.css'

/** Lets a value that changed while it was watched take one soft wash of colour. The first value takes none. */
export function Wash({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const first = useRef(value)
  const changed = useRef(false)
  if (value !== first.current) changed.current = true
  return (
    <span key={value} className={changed.current ? styles.washed : styles.still}>
      {children}
    </span>
  )
}
