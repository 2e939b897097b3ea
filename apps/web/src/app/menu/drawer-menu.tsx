import { Button, Drawer } from 'antd'
import { LogOut, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Brand } from '../../ui/brand-mark.tsx'
import { SearchOpener } from '../search/search-opener.tsx'
import { MenuLines } from './menu-lines.tsx'
import styles from './side-menu.module.css'
import { moveFocus } from './side-menu.tsx'

interface DrawerMenuProps {
  readonly open: boolean
  readonly userName: string
  readonly onClose: () => void
  readonly onLogOut: () => void
}

/** Menu of a phone: a full-height drawer that closes when a page opens. */
export function DrawerMenu({ open, userName, onClose, onLogOut }: DrawerMenuProps) {
  const { t } = useTranslation('shell')
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size="100%"
      closable={false}
      aria-label={t('menu.label')}
      styles={{ body: { padding: 0 } }}
      destroyOnHidden
    >
      <div className={styles.drawer} onKeyDown={moveFocus}>
        <div className={styles.top}>
          <Brand />
          <button type="button" className={styles.icon} aria-label={t('menu.close')} onClick={onClose}>
            <X size={22} aria-hidden />
          </button>
        </div>
        <SearchOpener form="large" onOpen={onClose} />
        <nav
          aria-label={t('menu.main')}
          className={styles.lines}
          onClick={(event) => (event.target as HTMLElement).closest('a') && onClose()}
        >
          <MenuLines />
        </nav>
        <div className={styles.person}>
          <Avatar name={userName} size={34} />
          <div className={styles.who}>
            {userName}
            <Link to="/profile" onClick={onClose}>
              {t('user.profile')}
            </Link>
          </div>
          <Button size="large" icon={<LogOut size={18} aria-hidden />} onClick={onLogOut}>
            {t('user.logOut')}
          </Button>
        </div>
      </div>
    </Drawer>
  )
}
