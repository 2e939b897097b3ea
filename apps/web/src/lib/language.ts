import { queryOptions, useQuery } from '@tanstack/react-query'

/** Title and help of one page, as the language file holds them. Paragraphs of the help are apart by an empty line. */
export interface PageText {
  readonly title: string
  readonly help: string
}

interface Language {
  readonly pages: Readonly<Record<string, PageText | undefined>>
}

/** The language file of the web build: page names and help texts by last URL segment (1 §9). */
const languageQuery = () =>
  queryOptions({
    queryKey: ['language', 'en-GB'],
    queryFn: async ({ signal }): Promise<Language> => {
      const response = await fetch('./assets/lang/en-GB.json', { signal })
      if (!response.ok) throw new Error(`The language file answered with status ${response.status}.`)
      return (await response.json()) as Language
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })

/** Text of a page; undefined while the file loads and for a key it does not hold. */
export const usePageText = (key: string): PageText | undefined => useQuery(languageQuery()).data?.pages[key]
