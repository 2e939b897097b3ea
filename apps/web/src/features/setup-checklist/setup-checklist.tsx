import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { type SetupSteps, setupQuery } from './setup.query.ts'
import styles from './setup-checklist.module.css'

/** Returns the setup steps while one of them is open; undefined for users who are not administrators. */
export function useOpenSetup(): SetupSteps | undefined {
  const isAdministrator = useMayOpen('admin-config')
  const { data: steps } = useQuery({ ...setupQuery(), enabled: isAdministrator })
  return isAdministrator && steps?.some(({ state }) => state === 'open') ? steps : undefined
}

/** Finished setup steps, and a link to continue. */
export function SetupProgress({ steps }: { readonly steps: SetupSteps }) {
  const { t } = useTranslation('setup')
  return (
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
      <Button type="primary" size="small" href="#/admin-config/first-run">
        {t('continue')}
      </Button>
    </div>
  )
}
