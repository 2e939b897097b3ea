import type { BackendModule, ReadCallback, ResourceLanguage } from 'i18next'
import type { Language } from './languages.ts'

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
export const loadCore = (language: Language) => core[language]()

async function readNamespace(language: string, namespace: string): Promise<ResourceLanguage> {
  const load = files[`../../locales/${language}/${namespace}.json`]
  if (!load) throw new Error(`There are no texts ${namespace} in ${language}.`)
  return (await load()).default as ResourceLanguage
}

/** Fetches a page's texts when its address opens, and again when the language changes. */
export const textsBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language: string, namespace: string, callback: ReadCallback) => {
    readNamespace(language, namespace).then(
      (texts) => callback(null, texts),
      (cause: unknown) => callback(cause instanceof Error ? cause : String(cause), false),
    )
  },
}
