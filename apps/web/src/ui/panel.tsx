import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  readonly title: string
  readonly extra?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A name and its value in a `dl`. */
export const Fact = ({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** A card with a heading; its content extends to the edges. */
export function Panel({ title, extra, children, className }: PanelProps) {
  const id = useId()
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  )
}
