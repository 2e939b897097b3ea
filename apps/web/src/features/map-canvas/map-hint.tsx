import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './map-hint.module.css'

/** What can be done on a map, in one line at its lower left. */
export function MapHint({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.hint}>
      <Info size={16} strokeWidth={1.8} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
