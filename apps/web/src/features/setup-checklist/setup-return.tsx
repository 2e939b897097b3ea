import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { accessQuery, useMayOpen } from '../../lib/access.ts'
import { setupQuery } from './setup.query.ts'
import styles from './setup-checklist.module.css'

/**
 * Progress of the first setup with a link back to it, on the pages of its steps; renders nothing once it is complete.
 */
export function SetupReturn() {
  const { t } = useTranslation('setup')
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const isAdministrator = useMayOpen('admin-config')
  const isUnconfigured = access?.configured === false
  const { data: steps } = useQuery({ ...setupQuery(), enabled: isAdministrator || isUnconfigured })
  if (!steps?.some(({ state }) => state === 'open')) return null
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Alert
      className={styles.panel ?? ''}
      type="info"
      showIcon
      title={`${t('title')}: ${t('progress', { done, count: steps.length })}`}
      action={
        <Button href={isUnconfigured ? '#/privilege-settings' : '#/admin-config/first-run'}>
          {t('continue')}
        </Button>
      }
    />
  )
}
