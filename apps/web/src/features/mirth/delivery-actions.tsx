import type { MirthDelivery, MirthTest } from '@wardtrack/contracts'
import { Pause, Play, RotateCcw, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { SecretButton } from '../../ui/secret-button.tsx'
import { TestResult } from '../../ui/test-result.tsx'
import styles from './mirth.module.css'
import { RedeliveryDialog } from './redelivery-dialog.tsx'

interface DeliveryActionsProps {
  readonly delivery: MirthDelivery
  /** called with the job of a started redelivery */
  readonly onRedelivery: (job: string) => void
}

/** Actions on one address. */
export function DeliveryActions({ delivery, onRedelivery }: DeliveryActionsProps) {
  const { t } = useTranslation('mirth')
  const { field, paused, secretSince } = delivery
  const name = t(`field.${field}`)
  const [choosing, setChoosing] = useState(false)
  const [tested, setTested] = useState<MirthTest>()
  const test = useApiMutation({
    call: () => api.call('testMirthAddress', { body: { Field: field } }),
    onSuccess: ({ data }) => setTested(data),
  })
  const pause = useApiMutation({
    call: (willPause: boolean) =>
      api.call('pauseMirthAddress', { body: { Field: field, paused: willPause } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.settings]],
  })
  // During the request, the button shows the running action and takes no click.
  const isPaused = pause.isPending ? !pause.variables : paused !== undefined
  return (
    <>
      <div className={styles.actions}>
        <ActionButton
          icon={<Send {...ICON} />}
          busy={test.isPending}
          address={name}
          onClick={() => test.mutate()}
        >
          {t('actions.test')}
        </ActionButton>
        <ActionButton
          icon={isPaused ? <Play {...ICON} /> : <Pause {...ICON} />}
          busy={pause.isPending}
          address={name}
          onClick={() => pause.mutate(!isPaused)}
        >
          {t(isPaused ? 'actions.resume' : 'actions.pause')}
        </ActionButton>
        <ActionButton icon={<RotateCcw {...ICON} />} address={name} onClick={() => setChoosing(true)}>
          {t('actions.redeliver')}
        </ActionButton>
        <SecretButton
          name={name}
          hasSecret={secretSince !== undefined}
          make={() => api.call('makeMirthSecret', { body: { Field: field } })}
          invalidates={[[KEYS.settings]]}
        />
      </div>
      {tested ? <TestResult test={tested} onClose={() => setTested(undefined)} /> : null}
      {choosing ? (
        <RedeliveryDialog field={field} onClose={() => setChoosing(false)} onStarted={onRedelivery} />
      ) : null}
    </>
  )
}

const ICON = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const

interface ActionButtonProps {
  readonly icon: ReactNode
  readonly busy?: boolean
  /** name of the address, for screen readers */
  readonly address: string
  readonly onClick: () => void
  readonly children: string
}

function ActionButton({ icon, busy = false, address, onClick, children }: ActionButtonProps) {
  return (
    <OnlineButton icon={icon} loading={busy} aria-label={`${children}: ${address}`} onClick={onClick}>
      {children}
    </OnlineButton>
  )
}
