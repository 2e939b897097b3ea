import { Modal, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { shortcutsOn, usePreference } from '../../lib/preferences.ts'
import { usePhone } from '../../lib/use-media.ts'
import styles from './help-dialog.module.css'
import { SHORTCUTS } from './use-shortcuts.ts'

interface HelpDialogProps {
  readonly open: boolean
  readonly title: string
  readonly help: string
  readonly onClose: () => void
}

/** Help text of the open page, and the keyboard shortcuts. */
export function HelpDialog({ open, title, help, onClose }: HelpDialogProps) {
  const { t } = useTranslation('shell')
  const [keysOn, setKeysOn] = usePreference(shortcutsOn)
  const phone = usePhone()
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={title} width={480} destroyOnHidden>
      {help.split('\n\n').map((paragraph) => (
        <p key={paragraph} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
      {phone ? null : (
        <section className={styles.keys} aria-label={t('shortcuts.title')}>
          <h2 className={styles.heading}>
            {t('shortcuts.title')}
            <Switch checked={keysOn} onChange={setKeysOn} aria-label={t('shortcuts.title')} />
          </h2>
          <dl className={styles.list}>
            {SHORTCUTS.map(({ keys, does }) => (
              <div key={keys} className={keysOn ? undefined : styles.off}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </Modal>
  )
}
