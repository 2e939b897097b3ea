import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accessQuery } from '../../lib/access.ts'
import { useSession } from '../../lib/session/index.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { mayOpen } from '../menu/menu-entries.ts'
import type { ActionContext } from './actions.ts'
import { useActionHits, usePageHits } from './console-hits.ts'
import { kindIcon } from './kind-icon.ts'
import { findEntries } from './named-entries.ts'
import { type OpenedHit, readOpenedHits, rememberOpenedHit } from './opened-hits.ts'
import type { SearchGroup, SearchHit } from './search-hit.ts'
import { useServerGroups } from './use-server-groups.ts'

/** Pause in typing before the server is asked, in milliseconds. */
const TYPING_PAUSE_MS = 150

/** List of the search, and actions on it. */
export interface SearchList {
  readonly groups: readonly SearchGroup[]
  readonly hits: readonly SearchHit[]
  readonly active: SearchHit | undefined
  readonly pending: boolean
  readonly failed: boolean
  readonly retry: () => void
  readonly setActive: (hit: SearchHit | undefined) => void
  /** Opens the active hit. While results of the typed text are pending, opens the first of them when they arrive. */
  readonly openActive: () => void
  readonly open: (hit: SearchHit) => void
}

/** Returns the list under the search box. @param text typed text, trimmed */
export function useSearchList(
  text: string,
  context: Omit<ActionContext, 'dark'>,
  onClose: () => void,
): SearchList {
  const navigate = useNavigate()
  const userName = useSession()?.userName ?? ''
  const debouncedText = useDebounced(text, TYPING_PAUSE_MS)
  const server = useServerGroups(text === '' ? '' : debouncedText)
  const consoleGroups = useConsoleGroups(text, userName, context)
  const [activeKey, setActiveKey] = useState<string>()
  const [openWhenFound, setOpenWhenFound] = useState<string>()
  const groups = [...(text === '' ? [] : server.groups), ...consoleGroups].filter(
    ({ hits }) => hits.length > 0,
  )
  const hits = groups.flatMap((group) => group.hits)
  const chosen = hits.find(({ key }) => key === activeKey)
  const pending = text !== '' && (debouncedText !== text || server.pending)

  const open = (hit: SearchHit): void => {
    rememberOpenedHit(userName, hit)
    onClose()
    if ('run' in hit.target) hit.target.run()
    else if (hit.target.newTab) window.open(hit.target.href, '_blank', 'noopener')
    else void navigate(hit.target.href.slice(1))
  }
  const openFirst = useEffectEvent(() => {
    const [first] = hits
    setOpenWhenFound(undefined)
    if (first) open(first)
  })
  // A scanner types a serial number and Enter faster than any response.
  const isFound = openWhenFound !== undefined && openWhenFound === text && !pending
  useEffect(() => {
    if (isFound) openFirst()
  }, [isFound])
  return {
    groups,
    hits,
    active: chosen ?? hits[0],
    pending,
    failed: server.failed,
    retry: server.retry,
    setActive: (hit) => {
      setActiveKey(hit?.key)
      setOpenWhenFound(undefined)
    },
    openActive: () => {
      if (!chosen && pending) setOpenWhenFound(text)
      else if (chosen ?? hits[0]) open((chosen ?? hits[0]) as SearchHit)
    },
    open,
  }
}

/** Returns the hits of the browser: pages and actions, or recently opened hits while the text is empty. */
function useConsoleGroups(
  text: string,
  userName: string,
  context: Omit<ActionContext, 'dark'>,
): SearchGroup[] {
  const { t } = useTranslation('search')
  const access = useQueryClient().getQueryData(accessQuery().queryKey)
  const pages = usePageHits()
  const actions = useActionHits(context)
  if (text !== '')
    return [
      { key: 'pages', heading: t('groups.pages'), hits: findEntries(pages, text) },
      { key: 'actions', heading: t('groups.actions'), hits: findEntries(actions, text) },
    ]
  const openedHits = readOpenedHits(userName).filter(({ href }) =>
    mayOpen(href.slice(2).split('?', 1)[0] ?? '', access),
  )
  // Shows pages with their names in the current language.
  const toHit = (opened: OpenedHit): SearchHit =>
    pages.find(({ key }) => key === opened.key) ?? {
      ...opened,
      Icon: kindIcon(opened.key),
      target: { href: opened.href, newTab: opened.newTab },
      remembered: true,
    }
  return [
    { key: 'opened', heading: t('groups.opened'), hits: openedHits.map(toHit) },
    { key: 'actions', heading: t('groups.actions'), hits: actions },
  ]
}
