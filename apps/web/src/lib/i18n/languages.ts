/** The languages of the console, in the order in which the profile offers them. */
export const LANGUAGES = ['en-GB', 'de', 'es'] as const

/** A language that the console is written in. */
export type Language = (typeof LANGUAGES)[number]
/** What the person chose; `browser` follows the browser's own languages. */
export type LanguageChoice = Language | 'browser'

/** Each language in its own words, so that its readers find it whatever is shown now. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'en-GB': 'English',
  de: 'Deutsch',
  es: 'Español',
}

const KEY = 'wardtrack.language'
const FALLBACK: Language = 'en-GB'

const isLanguage = (value: string | null): value is Language =>
  LANGUAGES.some((language) => language === value)

/** The first of the wanted languages that the console is written in; regions other than ours count by their language. */
export function matchLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-', 1)[0]
    const match = LANGUAGES.find((language) => language.split('-', 1)[0] === base)
    if (match) return match
  }
  return FALLBACK
}

/** The choice that this browser remembers. */
export function storedChoice(): LanguageChoice {
  const stored = localStorage.getItem(KEY)
  return isLanguage(stored) ? stored : 'browser'
}

/** Remembers a choice; `browser` is the absence of one. */
export function storeChoice(choice: LanguageChoice): void {
  if (choice === 'browser') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
}

/** The language that a choice leads to in this browser. */
export const resolveLanguage = (choice: LanguageChoice): Language =>
  choice === 'browser' ? matchLanguage(navigator.languages) : choice
