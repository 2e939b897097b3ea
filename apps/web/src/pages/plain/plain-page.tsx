import { type ReactNode, useEffect } from 'react'
import { translate } from '../../lib/i18n/i18n.ts'
import styles from './plain-page.module.css'

interface PlainPageProps {
  /** Document title, for pages outside the shell; the shell titles all others. */
  readonly documentTitle?: string
  readonly picture: ReactNode
  readonly title: string
  readonly text: ReactNode
  /** Content between the text and the next step. */
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Fills the window, for pages outside the shell. */
  readonly full?: boolean
}

/** A page with one message and one next step. */
export function PlainPage(props: PlainPageProps) {
  const { documentTitle, picture, title, text, children, action, full = false } = props
  useEffect(() => {
    if (documentTitle) document.title = translate('shell:documentTitle', { title: documentTitle })
  }, [documentTitle])
  const Heading = full ? 'h1' : 'h2'
  const Container = full ? 'main' : 'section'
  return (
    <Container className={`${styles.page} ${full ? styles.full : ''}`}>
      {picture}
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      {children}
      {action ? <div className={styles.action}>{action}</div> : null}
    </Container>
  )
}
