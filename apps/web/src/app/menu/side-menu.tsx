import { Tooltip } from 'antd'
import { LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Brand, BrandMark } from '../../ui/brand-mark.tsx'
import { SearchOpener } from '../search/search-opener.tsx'
import { MenuLines } from './menu-lines.tsx'
import styles from './side-menu.module.css'

interface SideMenuProps {
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
  readonly onLogOut: () => void
}

/** Menu beside the page, 300 px wide or collapsed to 70. */
export function SideMenu({ open, onToggle, onLogOut }: SideMenuProps) {
  const { t } = useTranslation('shell')
  const toggleLabel = open ? t('menu.collapse') : t('menu.expand')
  const ToggleIcon = open ? PanelLeftClose : PanelLeftOpen
  const toggleButton = (
    <Tooltip title={open ? undefined : toggleLabel} placement="right">
      <button type="button" className={styles.icon} aria-label={toggleLabel} onClick={() => onToggle(!open)}>
        <ToggleIcon size={18} strokeWidth={1.8} aria-hidden />
      </button>
    </Tooltip>
  )
  return (
    <nav
      aria-label={t('menu.main')}
      className={`${styles.menu} ${open ? '' : styles.collapsed}`}
      onKeyDown={moveFocus}
    >
      <div className={styles.top}>
        {open ? <Brand /> : <BrandMark />}
        {open ? toggleButton : null}
      </div>
      <SearchOpener form={open ? 'wide' : 'collapsed'} />
      <div className={styles.lines}>
        <MenuLines collapsed={!open} />
      </div>
      <div className={styles.bottom}>
        {open ? null : toggleButton}
        <Tooltip title={open ? undefined : t('user.logOut')} placement="right">
          <button type="button" className={styles.line} onClick={onLogOut} data-menu-line>
            <LogOut size={20} strokeWidth={1.8} aria-hidden />
            <span className={styles.label}>{t('user.logOut')}</span>
          </button>
        </Tooltip>
      </div>
    </nav>
  )
}

/** Moves the focus between items with Up and Down. Tab still reaches each item. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-menu-line]')]
  const at = lines.indexOf(document.activeElement as HTMLElement)
  if (at === -1) return
  event.preventDefault()
  lines[(at + (event.key === 'ArrowDown' ? 1 : -1) + lines.length) % lines.length]?.focus()
}
