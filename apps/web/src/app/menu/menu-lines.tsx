import { Dropdown, type MenuProps, Tooltip } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { isGroup, isInGroup, type MenuGroup, type MenuLink } from './menu-entries.ts'
import styles from './side-menu.module.css'
import { useMenu } from './use-menu.ts'

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

/** Sections and groups of the menu. */
export function MenuLines({ collapsed = false }: { readonly collapsed?: boolean }) {
  const { t } = useTranslation('shell')
  return useMenu().map(({ heading, entries }) => (
    <Fragment key={heading}>
      {heading ? <p className={styles.heading}>{t(heading)}</p> : null}
      <ul>
        {entries.map((entry) => (
          <li key={entry.label}>
            {isGroup(entry) ? (
              collapsed ? (
                <GroupFlyout group={entry} />
              ) : (
                <Group group={entry} />
              )
            ) : (
              <Line link={entry} collapsed={collapsed} />
            )}
          </li>
        ))}
      </ul>
    </Fragment>
  ))
}

interface LineProps {
  readonly link: MenuLink
  readonly collapsed?: boolean
  /** True inside an open group. */
  readonly sub?: boolean
}

function Line({ link, collapsed = false, sub = false }: LineProps) {
  const { t } = useTranslation('shell')
  const { Icon, Count, subpagePrefix } = link
  const { pathname } = useLocation()
  const isOnSubpage = subpagePrefix !== undefined && pathname.startsWith(`/${subpagePrefix}`)
  return (
    <Tooltip title={collapsed ? (link.name ?? t(link.label)) : undefined} placement="right">
      <NavLink
        end
        to={`/${link.to}`}
        data-menu-line
        className={({ isActive }) =>
          `${styles.line} ${sub ? (Icon ? styles.subWithIcon : styles.sub) : ''} ${isActive || isOnSubpage ? styles.active : ''}`
        }
      >
        {Icon ? <Icon size={sub ? 16 : 20} strokeWidth={1.8} aria-hidden /> : null}
        <span className={styles.label}>{link.name ?? t(link.label)}</span>
        {Count ? <Count corner={collapsed} /> : null}
      </NavLink>
    </Tooltip>
  )
}

function Group({ group }: { readonly group: MenuGroup }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const isCurrent = isInGroup(group, pathname)
  const [open, setOpen] = useState(isCurrent)
  const [wasCurrent, setWasCurrent] = useState(isCurrent)
  // The group also opens for items added later and pages opened from elsewhere. A group closed by the user stays
  // closed.
  if (isCurrent !== wasCurrent) {
    setWasCurrent(isCurrent)
    if (isCurrent) setOpen(true)
  }
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        data-menu-line
        onClick={() => setOpen(!open)}
      >
        <group.Icon size={20} strokeWidth={1.8} aria-hidden />
        <span className={styles.label}>{t(group.label)}</span>
        <Chevron size={16} aria-hidden className={styles.chevron} />
      </button>
      {open ? <Links group={group} /> : null}
    </>
  )
}

function Links({ group }: { readonly group: MenuGroup }) {
  const { t } = useTranslation('shell')
  return (
    <ul>
      {group.links.map((link) => (
        <li key={link.to}>
          {link.heading ? <p className={styles.subheading}>{t(link.heading)}</p> : null}
          <Line sub link={link} />
        </li>
      ))}
    </ul>
  )
}
