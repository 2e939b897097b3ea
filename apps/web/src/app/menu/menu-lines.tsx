import { Tooltip } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { GroupFlyout } from './group-flyout.tsx'
import { isGroup, isInGroup, type MenuGroup, type MenuLink } from './menu-entries.ts'
import styles from './side-menu.module.css'
import { useMenu } from './use-menu.ts'

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
