/** Languages of the console, in the order of the profile page. */
export const LANGUAGES = ['en-GB', 'de', 'es'] as const

/** Language of the console. */
export type Language = (typeof LANGUAGES)[number]
/** Choice of the user; `browser` follows the browser's languages. */
export type LanguageChoice = Language | 'browser'

/** Name of each language in that language, so that its readers recognise it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'en-GB': 'English',
  de: 'Deutsch',
  es: 'Español',
}

const KEY = 'wardtrack.language'
const FALLBACK: Language = 'en-GB'

const isLanguage = (value: string | null): value is Language =>
  LANGUAGES.some((language) => language === value)

/** Returns the first of the wanted languages with a translation. Other regions of a language match too. */
export function matchLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-', 1)[0]
    const match = LANGUAGES.find((language) => language.split('-', 1)[0] === base)
    if (match) return match
  }
  return FALLBACK
}

/** Returns the choice stored in this browser. */
export function storedChoice(): LanguageChoice {
  const stored = localStorage.getItem(KEY)
  return isLanguage(stored) ? stored : 'browser'
}

/** Stores a choice; `browser` removes the stored choice. */
export function storeChoice(choice: LanguageChoice): void {
  if (choice === 'browser') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
}

/** Returns the language of a choice in this browser. */
export const resolveLanguage = (choice: LanguageChoice): Language =>
  choice === 'browser' ? matchLanguage(navigator.languages) : choice
