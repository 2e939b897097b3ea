import { type ReactNode, useId } from 'react'
import styles from './settings-page.module.css'

/** Settings as cards, side by side if the width allows. */
export const SettingsPage = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
)

interface SettingsSectionProps {
  readonly title: string
  readonly description?: ReactNode
  /** Picture before the title, which is larger then. */
  readonly picture?: ReactNode
  /** Buttons below the settings. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** Section of related settings. */
export function SettingsSection({ title, description, picture, footer, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={picture ? styles.pictured : styles.head}>
        {picture}
        <div>
          <h2 id={id}>{title}</h2>
          {description ? <p>{description}</p> : null}
        </div>
      </header>
      {children}
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </section>
  )
}

interface SettingRowProps {
  readonly label: string
  readonly children: ReactNode
}

/** One setting: its name at the left, its control at the right. */
export const SettingRow = ({ label, children }: SettingRowProps) => (
  <div className={styles.row}>
    <span className={styles.label}>{label}</span>
    {children}
  </div>
)
