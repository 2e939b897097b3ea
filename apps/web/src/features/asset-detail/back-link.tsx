import { Button } from 'antd'
import { ArrowLeft, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBack, useCloseTab } from '../../lib/use-back.ts'
import styles from './asset-detail.module.css'

/** Back in history, or Close if this page is the first of its tab. */
export function BackLink() {
  const { label, go } = useBack()
  return (
    <button type="button" className={styles.back} onClick={go}>
      <ArrowLeft size={18} strokeWidth={1.8} aria-hidden />
      {label}
    </button>
  )
}

/** Button that closes the tab, whatever its history. */
export function CloseTab() {
  const { t } = useTranslation('common')
  const close = useCloseTab()
  return (
    <Button icon={<X size={16} aria-hidden />} onClick={close}>
      {t('closeTab')}
    </Button>
  )
}
