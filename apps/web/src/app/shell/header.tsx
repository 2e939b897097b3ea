import { Dropdown, type MenuProps, Tooltip } from 'antd'
import {
  ArrowLeft,
  ChevronDown,
  CircleHelp,
  LogOut,
  Menu,
  Moon,
  Radio,
  Sun,
  UserRound,
  WifiOff,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { chooseOwnScheme } from '../../features/account/index.ts'
import { AlertBell } from '../../features/alert-notices/index.ts'
import { DeviceSearch } from '../../features/devices-page-state/index.ts'
import { NotificationBell } from '../../features/notifications/index.ts'
import { useStreamState } from '../../lib/live/index.ts'
import { useBack } from '../../lib/use-back.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useScheme } from '../../ui/scheme.ts'
import { StateMark } from '../../ui/states.tsx'
import { routeOf } from '../routes.ts'
import { SearchOpener } from '../search/search-opener.tsx'
import styles from './header.module.css'

interface UserMenuProps {
  readonly userName: string
  readonly phone: boolean
  readonly onHelp: () => void
  readonly onLogOut: () => void
}

/** Menu of the signed-in user with My Profile and Log Out; on a phone also with items of the header. */
function UserMenu({ userName, phone, onHelp, onLogOut }: UserMenuProps) {
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

const DETAIL: readonly string[] = ['asset-detail', 'device-detail', 'geofence-alert']

interface HeaderProps {
  readonly title: string
  readonly phone: boolean
  readonly userName: string
  readonly onMenu: () => void
  readonly onHelp: () => void
  readonly onLogOut: () => void
}

/** Header with title, help, search on /devices, state of the stream, theme and user. */
export function Header({ title, phone, userName, onMenu, onHelp, onLogOut }: HeaderProps) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const onDevices = pathname === '/devices'
  const onDetail = DETAIL.includes(routeOf(pathname)?.page ?? '')
  return (
    <header className={styles.header}>
      {phone ? onDetail ? <BackArrow /> : <MenuButton onMenu={onMenu} /> : null}
      {title ? <h1 className={styles.title}>{title}</h1> : null}
      {phone ? null : (
        <>
          <button type="button" className={styles.icon} aria-label={t('helpForPage')} onClick={onHelp}>
            <CircleHelp size={18} strokeWidth={1.8} aria-hidden />
          </button>
          {onDevices ? <DeviceSearch /> : null}
        </>
      )}
      <div className={styles.right}>
        {phone ? null : (
          <>
            <StreamMark />
            <span className={styles.divider} aria-hidden />
            <AlertBell />
            <NotificationBell />
            <SchemeSwitch />
            <span className={styles.divider} aria-hidden />
          </>
        )}
        {phone ? (
          <>
            <SearchOpener form="icon" />
            <AlertBell />
            <NotificationBell />
          </>
        ) : null}
        <UserMenu userName={userName} phone={phone} onHelp={onHelp} onLogOut={onLogOut} />
      </div>
    </header>
  )
}

const MenuButton = ({ onMenu }: Pick<HeaderProps, 'onMenu'>) => {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className={styles.icon} aria-label={t('menu.open')} onClick={onMenu}>
      <Menu size={22} strokeWidth={1.8} aria-hidden />
    </button>
  )
}

/** Back button in a phone's header on a detail page, which opens in a separate tab. */
function BackArrow() {
  const { label, go } = useBack()
  return (
    <button type="button" className={styles.icon} aria-label={label} onClick={go}>
      <ArrowLeft size={22} strokeWidth={1.8} aria-hidden />
    </button>
  )
}

function StreamMark() {
  const { t } = useTranslation('shell')
  const { kind } = useStreamState()
  if (kind === 'idle') return null
  if (kind === 'live')
    return (
      <StateMark
        icon={<Radio size={14} strokeWidth={2.1} aria-hidden />}
        word={t('stream.live')}
        tone="ok"
        form="mark"
      />
    )
  const word = kind === 'lost' ? t('stream.reconnecting') : t('stream.connecting')
  const tone = kind === 'lost' ? 'warn' : 'quiet'
  return (
    <StateMark
      icon={<WifiOff size={14} strokeWidth={2.1} aria-hidden />}
      word={word}
      tone={tone}
      form="mark"
    />
  )
}

function SchemeSwitch() {
  const { t } = useTranslation('shell')
  const dark = useScheme() === 'dark'
  const label = dark ? t('scheme.useLight') : t('scheme.useDark')
  const Icon = dark ? Moon : Sun
  return (
    <Tooltip title={label}>
      <button
        type="button"
        className={styles.icon}
        aria-label={label}
        onClick={() => chooseOwnScheme(dark ? 'light' : 'dark')}
      >
        <Icon size={18} strokeWidth={1.8} aria-hidden />
      </button>
    </Tooltip>
  )
}
