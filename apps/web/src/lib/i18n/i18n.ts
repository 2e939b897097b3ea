import type { ConfigProviderProps } from 'antd'
import {
  type BackendModule,
  createInstance,
  type i18n as Instance,
  type ReadCallback,
  type ResourceLanguage,
} from 'i18next'
import { initReactI18next } from 'react-i18next'
import {
  type Language,
  type LanguageChoice,
  resolveLanguage,
  storeChoice,
  storedChoice,
} from './languages.ts'
import type { TextNamespace } from './resources.ts'

type JsonFile = { readonly default: Record<string, unknown> }

/** Texts for the frame of every page and antd's texts, in one chunk for each language. */
const core = {
  'en-GB': () => import('../../locales/en-GB/core.ts'),
  de: () => import('../../locales/de/core.ts'),
  es: () => import('../../locales/es/core.ts'),
}

/** One chunk for each namespace and language. */
const files = import.meta.glob<JsonFile>([
  '../../locales/*/*.json',
  '!../../locales/*/{alert-notices,common,messages,plain,shell,states,crash}.json',
])

/** Fetches the frame's texts and antd's locale of one language. */
const loadCore = (language: Language) => core[language]()

async function readNamespace(language: string, namespace: string): Promise<ResourceLanguage> {
  const load = files[`../../locales/${language}/${namespace}.json`]
  if (!load) throw new Error(`There are no texts ${namespace} in ${language}.`)
  return (await load()).default as ResourceLanguage
}

/** Fetches a page's texts when its address opens, and again when the language changes. */
const textsBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language: string, namespace: string, callback: ReadCallback) => {
    readNamespace(language, namespace).then(
      (texts) => callback(null, texts),
      (cause: unknown) => callback(cause instanceof Error ? cause : String(cause), false),
    )
  },
}

/** Single instance: components use it through `useTranslation`, other code through `translate`. */
export const i18n: Instance = createInstance()

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

const antdLocales = new Map<Language, AntdLocale>()
let started: Promise<void> | undefined

/**
 * Returns a text by key, for code outside components. It must not run at module level, before the language is known.
 */
export const { t: translate } = i18n

/** Returns the current language. */
export const currentLanguage = (): Language => i18n.language as Language

/** Returns antd's texts in the current language. */
export function antdLocale(): AntdLocale {
  const locale = antdLocales.get(currentLanguage())
  if (!locale) throw new Error('The texts have not been started.')
  return locale
}

/** Fetches the frame's texts in the language of this browser. The first render waits for it. */
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
  const loaded = await loadCore(language)
  antdLocales.set(language, loaded.antd)
  return loaded
}

/** Fetches the texts of a page; rejects if the fetch fails. */
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

/** Stores a choice of language and applies it once all texts of the open pages are fetched. */
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
