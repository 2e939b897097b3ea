import { Button } from 'antd'
import { Check, Copy } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './copy-box.module.css'
import { useCopy } from './use-copy.ts'

interface CopyBoxProps {
  /** Name of the text: `One-time password`. */
  readonly label: string
  readonly text: string
}

/** A text to copy elsewhere, such as a secret shown once: readable, selectable, with a copy button. */
export function CopyBox({ label, text }: CopyBoxProps) {
  const { t } = useTranslation('common')
  const { state, copy } = useCopy()
  const id = useId()
  return (
    <div className={styles.frame}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <div className={styles.box}>
        {/* A long line scrolls, so the keyboard must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={styles.text} tabIndex={0} aria-labelledby={id} role="group">
          {text}
        </pre>
        <Button
          onClick={() => void copy(text)}
          aria-label={t('copy.of', { label })}
          icon={state === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        >
          {state === 'copied' ? t('copy.done') : t('copy.verb')}
        </Button>
      </div>
      <span role="status" className={styles.failed}>
        {state === 'refused' ? t('copy.failed') : ''}
      </span>
    </div>
  )
}
