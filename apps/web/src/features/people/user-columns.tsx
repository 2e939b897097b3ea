import type { TableColumn, User } from '@wardtrack/contracts'
import { Button, Dropdown, type MenuProps } from 'antd'
import {
  CircleCheck,
  Ellipsis,
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
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useSession } from '../../lib/session/index.ts'
import { dateTime } from '../../lib/time.ts'
import { relativeTime } from '../../ui/age.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { DataColumn } from '../../ui/data-table/index.ts'
import type { ToneName } from '../../ui/state-looks.ts'
import { StateMark } from '../../ui/states.tsx'
import styles from './people.module.css'
import type { UserChanges } from './use-user-changes.ts'

/** The reason why the person who looks may not change an account, or only in part. */
function limitReason({ scope, missing }: NonNullable<User['limit']>): string {
  const reasons = missing.map((right) =>
    translate(right === 'pages' ? 'people:limit.pages' : 'people:limit.patientData'),
  )
  return [...reasons, ...(scope === 'credentials' ? [translate('people:limit.credentialsWhat')] : [])].join(
    ' ',
  )
}

/** Actions on a user, with and without a dialog. */
interface UserTools extends UserChanges {
  readonly edit: (user: User) => void
  readonly setPassword: (user: User) => void
}

/** Buttons for the actions on one user: only a new name for the own account, and none where the account holds more. */
function UserActions({ user, tools }: { readonly user: User; readonly tools: UserTools }) {
  const { t } = useTranslation('people')
  const offline = useOfflineReason()
  const isOwn = useSession()?.userName === user.username
  const entry = (key: string, label: string, onClick: (user: User) => void, danger = false) => ({
    key,
    label,
    danger,
    onClick: () => onClick(user),
  })
  const lock = user.locked
    ? [entry('unlock', t('unlock.verb'), tools.unlock)]
    : user.builtIn
      ? []
      : [entry('lock', t('lock.verb'), tools.lock, true)]
  const mayOpen = user.limit === undefined
  const moreItems: MenuProps['items'] = [
    ...(mayOpen ? [entry('password', t('password.menu'), tools.setPassword)] : []),
    ...(user.passwordRequest ? [entry('dismiss', t('requests.dismiss'), tools.dismissRequest)] : []),
    ...(mayOpen && user.secondFactor.active
      ? [entry('secondFactor', t('resetSecondFactor.verb'), tools.resetSecondFactor)]
      : []),
    entry('sessions', t('endSessions.verb'), tools.endSessions),
    ...lock,
  ]
  const outOfReach = user.limit?.scope === 'everything' ? limitReason(user.limit) : undefined
  const items = [entry('edit', t('edit.menu'), tools.edit), ...(isOwn ? [] : moreItems)]
  return (
    <Dropdown
      menu={{ items }}
      trigger={['click']}
      placement="bottomRight"
      disabled={(offline ?? outOfReach) !== undefined}
    >
      <Button
        type="text"
        title={offline ?? outOfReach}
        aria-label={t('actionsOf', { name: user.username })}
        aria-haspopup="menu"
        icon={<Ellipsis size={18} aria-hidden />}
      />
    </Dropdown>
  )
}

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
