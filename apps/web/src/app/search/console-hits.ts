import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { useScheme } from '../../ui/scheme.ts'
import { isGroup, type MenuLink } from '../menu/menu-entries.ts'
import { useMenu } from '../menu/use-menu.ts'
import { type ActionContext, actionsFor } from './actions.ts'
import type { NamedEntry } from './named-entries.ts'
import { type SearchHit, samePage } from './search-hit.ts'

/** A page or an action of the console. */
export type ConsoleHit = SearchHit & NamedEntry

/** Returns the pages that the user may open, with their names in the menu. */
export function usePageHits(): ConsoleHit[] {
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
export function useActionHits(context: Omit<ActionContext, 'dark'>): ConsoleHit[] {
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
