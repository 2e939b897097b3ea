import type { User } from '@wardtrack/contracts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useSession } from '../../lib/session/index.ts'
import { limitReason } from './limit-reason.ts'
import type { UserChanges } from './use-user-changes.ts'

/** Actions on a user, with and without a dialog. */
export interface UserTools extends UserChanges {
  readonly edit: (user: User) => void
  readonly setPassword: (user: User) => void
}

/** Buttons for the actions on one user: only a new name for the own account, and none where the account holds more. */
export function UserActions({ user, tools }: { readonly user: User; readonly tools: UserTools }) {
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
