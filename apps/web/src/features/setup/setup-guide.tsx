import { useQuery } from '@tanstack/react-query'
import type { SetupStep, SetupStepState } from '@wardtrack/contracts'
import { Alert, App, Button, Checkbox } from 'antd'
import { CircleCheck, CircleDashed, CirclePause } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accessQuery } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { StateMark } from '../../ui/states.tsx'
import { AddPlace } from '../add-place/add-place.tsx'
import { PRIVILEGE_PROPOSALS, useAddPrivilege } from '../privileges/index.ts'
import { setupQuery } from '../setup-checklist/index.ts'
import styles from './setup-guide.module.css'

type ProposalKey = (typeof PRIVILEGE_PROPOSALS)[number]['key']

/** Always included, because the user who adds the first privilege gets it. */
const FIRST: ProposalKey = 'administer'

/** Adds proposed privileges, and continues with the setup steps that need them. */
function FirstPrivileges() {
  const { t } = useTranslation(['setup', 'privileges'])
  const { message } = App.useApp()
  const navigate = useNavigate()
  const adding = useAddPrivilege()
  const [chosen, setChosen] = useState<readonly ProposalKey[]>(() =>
    PRIVILEGE_PROPOSALS.map(({ key }) => key),
  )
  const add = async (): Promise<void> => {
    try {
      for (const { key, pages } of PRIVILEGE_PROPOSALS.filter((proposal) => chosen.includes(proposal.key)))
        await adding.mutateAsync({
          privilegeName: t(`privileges:proposal.${key}.name`),
          description: t(`privileges:proposal.${key}.description`),
          pages,
        })
      void navigate('/admin-config/first-run')
    } catch (cause) {
      void message.error(serverText(cause instanceof Error ? cause.message : String(cause)))
    }
  }
  return (
    <div className={styles.proposals}>
      <Checkbox.Group
        value={[...chosen]}
        onChange={(keys) => setChosen(keys)}
        options={PRIVILEGE_PROPOSALS.map(({ key }) => ({
          value: key,
          disabled: key === FIRST,
          label: (
            <>
              <strong>{t(`privileges:proposal.${key}.name`)}</strong>{' '}
              {t(`privileges:proposal.${key}.description`)}
            </>
          ),
        }))}
      />
      <OnlineButton type="primary" loading={adding.isPending} onClick={() => void add()}>
        {t('step.privilege.action')}
      </OnlineButton>
    </div>
  )
}

/** Guide through the first setup. Steps that need a privilege wait until there is one. */
export function SetupGuide() {
  const { t } = useTranslation('setup')
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const setup = useQuery(setupQuery())
  const isConfigured = access?.configured ?? false
  return (
    <div className={styles.guide}>
      <p className={styles.about}>{t('about')}</p>
      <LoadingPanel title={t('title')} query={setup} failed={t('failed')}>
        {(steps) => (
          <>
            <ol className={styles.steps}>
              {steps.map((setupStep, index) => (
                <Step key={setupStep.step} {...setupStep} number={index + 1} isConfigured={isConfigured} />
              ))}
            </ol>
            {steps.some(({ state }) => state === 'open') ? null : <Complete />}
          </>
        )}
      </LoadingPanel>
    </div>
  )
}

function Complete() {
  const { t } = useTranslation('setup')
  return (
    <div className={styles.complete}>
      <Alert type="success" showIcon title={t('complete')} />
      <Button type="primary" href="#/devices?view=map">
        {t('toDevices')}
      </Button>
    </div>
  )
}

interface StepProps extends SetupStepState {
  readonly number: number
  readonly isConfigured: boolean
}

/** Steps that are available in an unconfigured system. */
const BEFORE_PRIVILEGES: readonly SetupStep[] = ['password', 'privilege']

function Step({ step, state, number, isConfigured }: StepProps) {
  const { t } = useTranslation('setup')
  const isOpen = isConfigured || BEFORE_PRIVILEGES.includes(step)
  return (
    <li className={state === 'done' ? styles.done : undefined}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <div className={styles.text}>
        <h3>{t(`step.${step}.title`)}</h3>
        <p>{t(`step.${step}.about`)}</p>
        {isOpen ? (
          <div className={styles.actions}>
            <Action step={step} state={state} />
            {step === 'privilege' || state === 'done' ? null : <SkipButton step={step} state={state} />}
          </div>
        ) : state === 'done' ? null : (
          <p className={styles.waiting}>{t('needsPrivilege')}</p>
        )}
      </div>
      <StepState state={state} />
    </li>
  )
}

function StepState({ state }: Pick<SetupStepState, 'state'>) {
  const { t } = useTranslation('setup')
  const Icon = { done: CircleCheck, skipped: CirclePause, open: CircleDashed }[state]
  const tone = ({ done: 'ok', skipped: 'off', open: 'warn' } as const)[state]
  return (
    <StateMark
      icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={t(`state.${state}`)}
      tone={tone}
      form="mark"
    />
  )
}

/** Action of a step: here, or a link to its page. */
function Action({ step, state }: SetupStepState): ReactNode {
  const { t } = useTranslation('setup')
  const isWaiting = state === 'open'
  const link = (to: string, text: string): ReactNode => (
    <Button type={isWaiting ? 'primary' : 'default'} href={`#/${to}`}>
      {text}
    </Button>
  )
  if (step === 'password') return state === 'done' ? null : link('profile', t('step.password.action'))
  if (step === 'privilege')
    return state === 'done' ? link('privilege-settings', t('step.privilege.look')) : <FirstPrivileges />
  if (step === 'users') return link('admin-config', t('step.users.action'))
  if (step === 'key') return link('admin-config?tab=keys', t('step.key.action'))
  return (
    <>
      <AddPlace primary={isWaiting} />
      <Button href="#/hierarchy-list-two">{t('step.map.places')}</Button>
    </>
  )
}

function SkipButton({ step, state }: SetupStepState) {
  const { t } = useTranslation('setup')
  const isSkipped = state === 'skipped'
  const skipping = useApiMutation({
    call: () => api.call('skipSetupStep', { body: { step, skipped: !isSkipped } }),
    invalidates: [[KEYS.setup]],
  })
  return (
    <OnlineButton type="text" loading={skipping.isPending} onClick={() => skipping.mutate()}>
      {isSkipped ? t('takeUp') : t('skip')}
    </OnlineButton>
  )
}
