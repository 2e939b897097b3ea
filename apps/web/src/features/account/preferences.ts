import { useQuery } from '@tanstack/react-query'
import type { Preferences } from '@wardtrack/contracts'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { chooseLanguage } from '../../lib/i18n/i18n.ts'
import { LANGUAGES, type LanguageChoice, storedChoice } from '../../lib/i18n/languages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { chooseScheme, currentChoice, type SchemeChoice } from '../../ui/scheme.ts'
import { profileQuery } from './account.query.ts'

/** Keeps a choice with the account. What fails is kept in this browser alone, and sent with the next choice. */
function keep(choice: Preferences): void {
  api.call('savePreferences', { body: choice }).catch(() => undefined)
  queryClient.setQueryData(
    profileQuery().queryKey,
    (profile) => profile && { ...profile, preferences: { ...profile.preferences, ...choice } },
  )
}

/** Chooses the colour scheme, here and wherever the person signs in. */
export function chooseOwnScheme(scheme: SchemeChoice): void {
  chooseScheme(scheme)
  keep({ scheme })
}

/** Chooses the language, here and wherever the person signs in. Rejects when its texts cannot be had. */
export async function chooseOwnLanguage(language: LanguageChoice): Promise<void> {
  await chooseLanguage(language)
  keep({ language })
}

const isOffered = (language: string | undefined): language is LanguageChoice =>
  language === 'browser' || LANGUAGES.some((offered) => offered === language)

/** Takes over what the person chose on another machine, once after signing in. */
export function useOwnPreferences(): void {
  const { data } = useQuery({ ...profileQuery(), staleTime: Number.POSITIVE_INFINITY })
  const language = data?.preferences.language
  const scheme = data?.preferences.scheme
  useEffect(() => {
    if (scheme !== undefined && scheme !== currentChoice()) chooseScheme(scheme)
  }, [scheme])
  useEffect(() => {
    if (isOffered(language) && language !== storedChoice())
      void chooseLanguage(language).catch(() => undefined)
  }, [language])
}
