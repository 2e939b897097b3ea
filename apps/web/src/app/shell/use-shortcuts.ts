import type { ParseKeys } from 'i18next'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { refreshPage } from '../../lib/page-refresh.ts'
import { shortcutsOn } from '../../lib/preferences.ts'
import { openSearch } from '../search/global-search.tsx'

/** Maximum time between two keys of a pair, in milliseconds. */
const PAIR_MS = 1_200

interface Shortcut {
  readonly keys: string
  /** Key of its description. */
  readonly does: Extract<ParseKeys<'shell'>, `shortcuts.${string}`>
}

interface PageShortcut extends Shortcut {
  readonly page: string
}

const goTo: readonly PageShortcut[] = [
  { keys: 'g d', does: 'shortcuts.goToDevices', page: 'devices' },
  { keys: 'g a', does: 'shortcuts.goToAlerts', page: 'geofence-alerts' },
]

/** Keyboard shortcuts and their descriptions, for the help dialog. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: '/', does: 'shortcuts.search' },
  { keys: 'r', does: 'shortcuts.refresh' },
  ...goTo,
  { keys: '?', does: 'shortcuts.help' },
]

const inField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null)

/** Handles single-key shortcuts outside fields; users can turn them off. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  const act = useEffectEvent((key: string, afterG: boolean): boolean => {
    const target = afterG ? goTo.find(({ keys }) => keys === `g ${key}`) : undefined
    if (target) void navigate(`/${target.page}`)
    else if (key === '/') openSearch()
    else if (key === 'r') refreshPage()
    else if (key === '?') onHelp()
    else return false
    return true
  })
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (inField(event.target) || !shortcutsOn.read()) return
      const afterG = event.timeStamp - gAt < PAIR_MS
      gAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (act(event.key, afterG)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
