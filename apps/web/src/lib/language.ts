import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from './i18n/languages.ts'

/** Title and help of one page from the language file. An empty line separates paragraphs of the help. */
export interface PageText {
  readonly title: string
  /** Title while the page's form edits an existing record. */
  readonly editTitle?: string
  readonly help: string
}

interface PageTexts {
  readonly pages: Readonly<Record<string, PageText | undefined>>
}

/** Query for the language file of the web build: page names and help texts by last URL segment. */
const pageTextsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['page-texts', language],
    queryFn: async ({ signal }): Promise<PageTexts> => {
      const response = await fetch(`./assets/lang/${language}.json`, { signal })
      if (!response.ok) throw new Error(`The language file answered with status ${response.status}.`)
      return (await response.json()) as PageTexts
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })

/** Returns the texts of a page; undefined while the file loads and for an unknown key. */
export function usePageText(key: string): PageText | undefined {
  const { i18n } = useTranslation('common')
  return useQuery(pageTextsQuery(i18n.language as Language)).data?.pages[key]
}

/** Returns a function that finds a page's title by its name; while the file loads, it returns the name. */
export function usePageTitles(): (page: string) => string {
  const { i18n } = useTranslation('common')
  const pages = useQuery(pageTextsQuery(i18n.language as Language)).data?.pages
  return (page) => pages?.[page.split('/').at(-1) ?? '']?.title ?? page
}
