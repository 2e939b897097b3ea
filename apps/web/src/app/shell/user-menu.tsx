import { Dropdown, type MenuProps } from 'antd'
import { ChevronDown, CircleHelp, LogOut, Moon, Sun, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { chooseOwnScheme } from '../../features/account/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useScheme } from '../../ui/scheme.ts'
import styles from './header.module.css'

interface UserMenuProps {
  readonly userName: string
  readonly phone: boolean
  readonly onHelp: () => void
  readonly onLogOut: () => void
}

/** Menu of the signed-in user with My Profile and Log Out; on a phone also with items of the header. */
export function UserMenu({ userName, phone, onHelp, onLogOut }: UserMenuProps) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const dark = useScheme() === 'dark'
  const onPhone: MenuProps['items'] = [
    { key: 'help', label: t('helpForPage'), icon: <CircleHelp size={16} aria-hidden />, onClick: onHelp },
    {
      key: 'scheme',
      label: dark ? t('scheme.useLight') : t('scheme.useDark'),
      icon: dark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />,
      onClick: () => chooseOwnScheme(dark ? 'light' : 'dark'),
    },
  ]
  const items: MenuProps['items'] = [
    {
      key: 'profile',
      label: t('user.profile'),
      icon: <UserRound size={16} aria-hidden />,
      onClick: () => void navigate('/profile'),
    },
    ...(phone ? onPhone : []),
    { type: 'divider' },
    { key: 'logout', label: t('user.logOut'), icon: <LogOut size={16} aria-hidden />, onClick: onLogOut },
  ]
  return (
    <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
      <button
        type="button"
        className={styles.user}
        aria-label={phone ? t('user.account', { userName }) : undefined}
        aria-haspopup="menu"
      >
        <Avatar name={userName} size={phone ? 32 : 28} />
        {phone ? null : (
          <>
            <span className={styles.name}>{userName}</span>
            <ChevronDown size={15} aria-hidden />
          </>
        )}
      </button>
    </Dropdown>
  )
}
