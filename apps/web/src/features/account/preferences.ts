import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chooseLanguage } from '../../lib/i18n/i18n.ts'
import { LANGUAGES, type LanguageChoice, storedChoice } from '../../lib/i18n/languages.ts'
import { keepPreferences, profileQuery } from '../../lib/own-profile.ts'
import { adoptTableChoices } from '../../lib/table-choices.ts'
import { chooseScheme, currentChoice, type SchemeChoice } from '../../ui/scheme.ts'

/** Chooses the colour scheme, in this browser and with the account. */
export function chooseOwnScheme(scheme: SchemeChoice): void {
  chooseScheme(scheme)
  keepPreferences({ scheme })
}

/** Chooses the language, in this browser and with the account. Rejects if its texts cannot be fetched. */
export async function chooseOwnLanguage(language: LanguageChoice): Promise<void> {
  await chooseLanguage(language)
  keepPreferences({ language })
}

const isOffered = (language: string | undefined): language is LanguageChoice =>
  language === 'browser' || LANGUAGES.some((offered) => offered === language)

/** Applies the account's preferences once after signing in. */
export function useOwnPreferences(): void {
  const { data } = useQuery({ ...profileQuery(), staleTime: Number.POSITIVE_INFINITY })
  const language = data?.preferences.language
  const scheme = data?.preferences.scheme
  const tables = data?.preferences.tables
  useEffect(() => {
    if (scheme !== undefined && scheme !== currentChoice()) chooseScheme(scheme)
  }, [scheme])
  useEffect(() => {
    if (isOffered(language) && language !== storedChoice())
      void chooseLanguage(language).catch(() => undefined)
  }, [language])
  useEffect(() => {
    if (tables) adoptTableChoices(tables)
  }, [tables])
}
