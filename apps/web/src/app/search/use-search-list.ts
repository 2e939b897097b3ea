import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAGE_SETS, pageAllows } from '@wardtrack/contracts/pages'
import { FileText } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accessQuery } from '../../lib/access.ts'
import { typeName, useMetadata } from '../../lib/metadata.ts'
import { useSession } from '../../lib/session/index.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { useScheme } from '../../ui/scheme.ts'
import { isGroup, type MenuLink, mayOpen } from '../menu/menu-entries.ts'
import { useMenu } from '../menu/use-menu.ts'
import { type ActionContext, actionsFor } from './actions.ts'
import { foundAssetsQuery, foundLocationsQuery, SEARCH_FROM } from './found.query.ts'
import { kindIcon } from './kind-icon.ts'
import { findEntries, type NamedEntry } from './named-entries.ts'
import { type SearchGroup, type SearchHit, samePage } from './search-hit.ts'
import { assetGroup, locationGroups } from './server-hits.ts'

const LOCATION_PAGES = [...PAGE_SETS.ASSETS, ...PAGE_SETS.HIERARCHY, ...PAGE_SETS.FENCE, ...PAGE_SETS.ALERT]

/** Hits of the server. */
interface ServerGroups {
  readonly groups: readonly SearchGroup[]
  /** True while responses to the current text are pending; shown hits then belong to an earlier text. */
  readonly pending: boolean
  readonly failed: boolean
  readonly retry: () => void
}

/** Returns the assets, places, geofences and alerts that match a text; none for a text that is too short. */
function useServerGroups(text: string): ServerGroups {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const mapping = useMetadata()
  const mayAsk = (pages: readonly string[]): boolean =>
    Boolean(access?.configured && pages.some((page) => pageAllows(access.allowedRoutes, page)))
  const isSearched = text.length >= SEARCH_FROM
  const assets = useQuery({ ...foundAssetsQuery(text), enabled: isSearched && mayAsk(PAGE_SETS.ASSETS) })
  const locations = useQuery({ ...foundLocationsQuery(text), enabled: isSearched && mayAsk(LOCATION_PAGES) })
  const queries = [assets, locations]
  // Without a network no request is made, and existing data belongs to another text.
  const isPaused = queries.some(({ fetchStatus }) => fetchStatus === 'paused')
  const shownWith = {
    text,
    access,
    types: Object.keys(mapping?._aliases ?? {}),
    nameOfType: (assetType: string) => typeName(mapping, assetType),
  }
  return {
    groups:
      isSearched && !isPaused
        ? [
            ...(assets.data ? [assetGroup(assets.data, shownWith)] : []),
            ...(locations.data ? locationGroups(locations.data, shownWith) : []),
          ]
        : [],
    pending: queries.some(
      ({ isFetching, isPlaceholderData, isPending }) => isFetching && (isPending || isPlaceholderData),
    ),
    failed: isSearched && (isPaused || queries.some(({ isError }) => isError)),
    retry: () => {
      for (const query of queries) if (query.isError || query.fetchStatus === 'paused') void query.refetch()
    },
  }
}

/** A page or an action of the console. */
type ConsoleHit = SearchHit & NamedEntry

/** Returns the pages that the user may open, with their names in the menu. */
function usePageHits(): ConsoleHit[] {
  const { t } = useTranslation(['search', 'shell'])
  const menu = useMenu()
  const toHit = ({ label, name, to, Icon = FileText }: MenuLink, group: string): ConsoleHit => ({
    key: `page:${to}`,
    text: name ?? t(`shell:${label}`),
    detail: name === undefined ? group : t(`shell:${label}`),
    words: `${group} ${to.replaceAll(/[/-]/g, ' ')}`,
    Icon,
    target: samePage(`#/${to}`),
    remembered: true,
  })
  return menu.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      isGroup(entry)
        ? entry.links
            // Adding a provider is an action.
            .filter(({ label }) => label !== 'menu.addProvider')
            .map((link) => toHit({ ...link, Icon: link.Icon ?? entry.Icon }, t(`shell:${entry.label}`)))
        : [toHit(entry, '')],
    ),
  )
}

/** Returns the actions of the user. */
function useActionHits(context: Omit<ActionContext, 'dark'>): ConsoleHit[] {
  const { t } = useTranslation('search')
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const dark = useScheme() === 'dark'
  return actionsFor(access, { ...context, dark }).map(({ text, words, name = '', Icon, does }) => ({
    key: `action:${text}${name}`,
    text: t(text, { name }),
    detail: '',
    words: t(words),
    Icon,
    target: 'path' in does ? samePage(`#/${does.path}`) : does,
    remembered: false,
  }))
}

/** Opened hit as it is stored: its address and its text. */
interface OpenedHit {
  readonly key: string
  readonly text: string
  readonly detail: string
  readonly href: string
  readonly newTab: boolean
}

/** Maximum number of stored hits. */
const MOST = 6

/** Returns the storage key of a user, because users of a shared workstation have separate lists. */
const storageKey = (userName: string): string => `wardtrack.opened-hits.${userName}`

const isOpenedHit = (value: unknown): value is OpenedHit => {
  const { key, text, detail, href, newTab } = (value ?? {}) as Partial<Record<keyof OpenedHit, unknown>>
  return [key, text, detail, href].every((part) => typeof part === 'string') && typeof newTab === 'boolean'
}

/** Returns the hits that a user opened in this browser, newest first. */
function readOpenedHits(userName: string): OpenedHit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userName)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOpenedHit).slice(0, MOST) : []
  } catch {
    return []
  }
}

/**
 * Stores an opened hit unless it may reveal a patient. Typed text is never stored: it may be a patient's name even
 * without results.
 */
function rememberOpenedHit(userName: string, { key, text, detail, target, remembered }: SearchHit): void {
  if (!remembered || !('href' in target)) return
  const before = readOpenedHits(userName).filter((opened) => opened.key !== key)
  const opened = [{ key, text, detail, ...target }, ...before].slice(0, MOST)
  try {
    localStorage.setItem(storageKey(userName), JSON.stringify(opened))
  } catch {
    // A browser without storage space keeps no hits.
  }
}

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
