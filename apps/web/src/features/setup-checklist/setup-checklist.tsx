import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { Panel } from '../../ui/panel.tsx'
import { setupQuery } from './setup.query.ts'
import styles from './setup-checklist.module.css'

/** What is still to set up, for administrators; nothing once every step is done or left for later. */
export function SetupChecklist() {
  const { t } = useTranslation('setup')
  const isAdministrator = useMayOpen('admin-config')
  const { data: steps } = useQuery({ ...setupQuery(), enabled: isAdministrator })
  if (!isAdministrator || !steps?.some(({ state }) => state === 'open')) return null
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Panel
      title={t('title')}
      extra={<span className={styles.count}>{t('progress', { done, count: steps.length })}</span>}
      className={styles.panel}
    >
      <div className={styles.content}>
        <ul className={styles.steps}>
          {steps.map(({ step, state }) => (
            <li key={step} className={state === 'open' ? undefined : styles.settled}>
              {state === 'done' ? (
                <CircleCheck size={16} aria-label={t('state.done')} />
              ) : (
                <CircleDashed size={16} aria-label={t(`state.${state}`)} />
              )}
              {t(`step.${step}.title`)}
            </li>
          ))}
        </ul>
        <Button type="primary" href="#/admin-config/first-run">
          {t('continue')}
        </Button>
      </div>
    </Panel>
  )
}
