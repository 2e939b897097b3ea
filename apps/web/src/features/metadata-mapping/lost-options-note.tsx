import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OptionRow } from './entry-draft.ts'
import styles from './metadata-mapping.module.css'

interface LostOptionsNoteProps {
  readonly lost: readonly OptionRow[]
  readonly onUndo: () => void
  /** Keeps the options under the new input type; absent if that type has none. */
  readonly onKeep?: () => void
}

/** Note about the options that saving would delete, with Undo. */
export function LostOptionsNote({ lost, onUndo, onKeep }: LostOptionsNoteProps) {
  const { t } = useTranslation('metadata-mapping')
  if (lost.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      className={styles.note ?? ''}
      title={t('lost.title', { count: lost.length })}
      description={lost.map(({ alias }) => alias).join(', ')}
      action={
        <span className={styles.noteActions}>
          <Button size="small" onClick={onUndo}>
            {t('lost.undo')}
          </Button>
          {onKeep ? (
            <Button size="small" onClick={onKeep}>
              {t('lost.keep')}
            </Button>
          ) : null}
        </span>
      }
    />
  )
}
