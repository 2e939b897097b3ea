import { Dropdown, type MenuProps } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { isInGroup, type MenuGroup } from './menu-entries.ts'
import styles from './side-menu.module.css'

/** Position beside the collapsed menu, shifted up at the end of the window. */
const placement = { points: ['tl', 'tr'], offset: [12, 0], overflow: { shiftY: true } }

/**
 * A group of the collapsed menu, whose items open beside it as a menu. Arrow keys move between items. Escape, the
 * left arrow and a choice return to the button.
 */
export function GroupFlyout({ group }: { readonly group: MenuGroup }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const choose: MenuProps['onClick'] = ({ key, domEvent }) => {
    // On a click the link itself navigates, and can also open a new tab.
    if (domEvent.type === 'keydown') {
      // Prevents the key from pressing the button that gets the focus next.
      domEvent.preventDefault()
      void navigate(key)
    }
    close()
  }
  const lines = group.links.flatMap(({ label, name, heading, to, Icon }) => [
    ...(heading ? [{ key: heading, type: 'group' as const, label: t(heading) }] : []),
    {
      key: `/${to}`,
      ...(Icon ? { icon: <Icon size={16} strokeWidth={1.8} aria-hidden /> } : {}),
      label: (
        <NavLink end to={`/${to}`} tabIndex={-1}>
          {name ?? t(label)}
        </NavLink>
      ),
    },
  ])
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <Dropdown
      autoFocus
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      align={placement}
      menu={{
        items: [{ key: group.label, type: 'group', label: t(group.label), children: lines }],
        'aria-label': t(group.label),
        selectable: true,
        selectedKeys: [pathname],
        onClick: choose,
        onKeyDownCapture,
      }}
    >
      <button
        ref={button}
        type="button"
        className={`${styles.line} ${isInGroup(group, pathname) ? styles.active : ''}`}
        aria-expanded={open}
        aria-haspopup="menu"
        aria-label={t(group.label)}
        title={t(group.label)}
        data-menu-line
        onKeyDown={({ key }) => key === 'ArrowRight' && setOpen(true)}
      >
        <group.Icon size={20} strokeWidth={1.8} aria-hidden />
      </button>
    </Dropdown>
  )
}
