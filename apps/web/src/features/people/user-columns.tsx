import type { TableColumn, User } from '@wardtrack/contracts'
import {
  CircleCheck,
  KeyRound,
  Lock,
  type LucideIcon,
  ShieldAlert,
  ShieldBan,
  ShieldCheck,
  ShieldOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { dateTime } from '../../lib/time.ts'
import { relativeTime } from '../../ui/age.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { DataColumn } from '../../ui/data-table/index.ts'
import type { ToneName } from '../../ui/state-looks.ts'
import { StateMark } from '../../ui/states.tsx'
import { limitReason } from './limit-reason.ts'
import styles from './people.module.css'
import { UserActions, type UserTools } from './user-actions.tsx'

/** Returns the columns of the list of users. */
export const userColumns = (now: number, tools: UserTools): DataColumn<User, TableColumn<'people'>>[] => [
  {
    name: 'person',
    title: translate('people:column.person'),
    cell: (user) => <Person user={user} />,
    onPhone: 'main',
    sticky: 'start',
  },
  {
    name: 'state',
    title: translate('people:column.state'),
    cell: (user) => <UserState user={user} />,
    onPhone: 'wide',
  },
  {
    name: 'privileges',
    title: translate('people:column.privileges'),
    cell: ({ privileges }) => (
      <span className={styles.wrapped}>
        {privileges.length > 0 ? privileges.join(', ') : translate('people:withoutPrivileges')}
      </span>
    ),
    onPhone: 'wide',
  },
  {
    name: 'patientData',
    title: translate('people:column.patientData'),
    cell: ({ patientDataAccess }) => <PatientData granted={patientDataAccess} />,
    named: true,
  },
  {
    name: 'secondFactor',
    title: translate('people:column.secondFactor'),
    cell: ({ secondFactor }) => <SecondFactorState {...secondFactor} />,
    named: true,
  },
  {
    name: 'lastSignIn',
    title: translate('people:column.lastSignIn'),
    cell: ({ lastLoginAt, lastLoginAddress }) =>
      lastLoginAt ? (
        <span title={dateTime(lastLoginAt)} className={styles.pair}>
          {relativeTime(lastLoginAt, now)}
          <span>{lastLoginAddress}</span>
        </span>
      ) : (
        translate('people:never')
      ),
    named: true,
  },
  {
    title: translate('people:column.actions'),
    cell: (user) => <UserActions user={user} tools={tools} />,
    onPhone: 'end',
    sticky: 'end',
    width: 72,
  },
]

function Person({ user: { username, displayName, builtIn } }: { readonly user: User }) {
  const { t } = useTranslation('people')
  return (
    <span className={styles.person}>
      <Avatar name={displayName || username} size={32} />
      <span className={styles.pair}>
        <strong>{displayName || username}</strong>
        <span>{builtIn ? t('firstAccount', { name: username }) : username}</span>
      </span>
    </span>
  )
}

const mark = (Icon: LucideIcon, word: string, tone: ToneName): ReactNode => (
  <StateMark icon={<Icon size={14} strokeWidth={2.1} aria-hidden />} word={word} tone={tone} form="mark" />
)

function UserState({ user }: { readonly user: User }) {
  const { t } = useTranslation('people')
  return (
    <span className={styles.states}>
      {user.locked ? mark(Lock, t('state.locked'), 'bad') : null}
      {user.passwordRequest ? mark(KeyRound, t('state.asking'), 'warn') : null}
      {user.mustChangePassword ? <OneTimeState user={user} /> : null}
      {user.limit ? <LimitState limit={user.limit} /> : null}
      {user.locked || user.passwordRequest || user.mustChangePassword
        ? null
        : mark(CircleCheck, t('state.active'), 'ok')}
    </span>
  )
}

function OneTimeState({ user: { passwordExpired, passwordExpiresAt } }: { readonly user: User }) {
  const { t } = useTranslation('people')
  if (passwordExpired) return mark(KeyRound, t('state.oneTimeExpired'), 'bad')
  if (!passwordExpiresAt) return mark(KeyRound, t('state.oneTime'), 'quiet')
  return mark(KeyRound, t('state.oneTimeUntil', { time: dateTime(passwordExpiresAt) }), 'quiet')
}

/** An account that the person who looks may not change, or not in everything, with the reason as a tooltip. */
function LimitState({ limit }: { readonly limit: NonNullable<User['limit']> }) {
  const { t } = useTranslation('people')
  return (
    <span title={limitReason(limit)}>
      {mark(ShieldBan, t(limit.scope === 'everything' ? 'limit.everything' : 'limit.credentials'), 'off')}
    </span>
  )
}

function PatientData({ granted }: { readonly granted: boolean }) {
  const { t } = useTranslation('people')
  return granted ? mark(ShieldCheck, t('patientShown'), 'ok') : mark(ShieldOff, t('patientHidden'), 'off')
}

function SecondFactorState({ active, missing }: User['secondFactor']) {
  const { t } = useTranslation('people')
  if (active) return mark(ShieldCheck, t('factor.active'), 'ok')
  return missing
    ? mark(ShieldAlert, t('factor.missing'), 'warn')
    : mark(ShieldOff, t('factor.inactive'), 'off')
}
