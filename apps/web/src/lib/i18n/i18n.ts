import type { ConfigProviderProps } from 'antd'
import { createInstance, type i18n as Instance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import {
  type Language,
  type LanguageChoice,
  resolveLanguage,
  storeChoice,
  storedChoice,
} from './languages.ts'
import { loadCore, textsBackend } from './load-texts.ts'
import type { TextNamespace } from './resources.ts'

/** The one instance: components read it through `useTranslation`, everything else through `translate`. */
export const i18n: Instance = createInstance()

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

const antdLocales = new Map<Language, AntdLocale>()
let started: Promise<void> | undefined

/** Text by key, for code outside components. Never at module level: the language is not known there. */
export const { t: translate } = i18n

/** The language that is shown now. */
export const currentLanguage = (): Language => i18n.language as Language

/** antd's own words in the language that is shown now. */
export function antdLocale(): AntdLocale {
  const locale = antdLocales.get(currentLanguage())
  if (!locale) throw new Error('The texts have not been started.')
  return locale
}

/** Fetches the frame's texts in the language of this browser; to be awaited before the first render. */
export function startTexts(): Promise<void> {
  started ??= start(resolveLanguage(storedChoice())).catch((cause: unknown) => {
    started = undefined
    throw cause
  })
  return started
}

async function start(language: Language): Promise<void> {
  const { texts } = await addCore(language)
  i18n.use(textsBackend).use(initReactI18next)
  await i18n.init({
    lng: language,
    fallbackLng: false,
    load: 'currentOnly',
    defaultNS: 'common',
    ns: Object.keys(texts),
    resources: { [language]: texts },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
}

async function addCore(language: Language) {
  const core = await loadCore(language)
  antdLocales.set(language, core.antd)
  return core
}

/** Fetches the texts of a page; rejects when they cannot be had. */
export async function loadTexts(namespaces: readonly TextNamespace[]): Promise<void> {
  await startTexts()
  await new Promise<void>((resolve, reject) => {
    void i18n.loadNamespaces(namespaces, (cause: unknown) => {
      const failure = Array.isArray(cause) ? (cause[0] as unknown) : cause
      if (failure) reject(failure instanceof Error ? failure : new Error('Texts could not be loaded.'))
      else resolve()
    })
  })
}

/** Remembers a choice and shows the console in its language, once all texts of the open pages are there. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  const language = resolveLanguage(choice)
  if (language !== currentLanguage()) {
    const { texts } = await addCore(language)
    for (const [namespace, resource] of Object.entries(texts))
      i18n.addResourceBundle(language, namespace, resource)
    await i18n.changeLanguage(language)
    document.documentElement.lang = language
  }
  storeChoice(choice)
}
