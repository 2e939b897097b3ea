import type { ParseKeys } from 'i18next'
import {
  BellPlus,
  CircleHelp,
  FileUp,
  Languages,
  LogOut,
  type LucideIcon,
  Map as MapIcon,
  Moon,
  Navigation,
  Plus,
  RefreshCw,
  Sun,
  UserRound,
} from 'lucide-react'
import { chooseOwnLanguage, chooseOwnScheme } from '../../features/account/index.ts'
import type { Access } from '../../lib/access.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/i18n/languages.ts'
import { refreshPage } from '../../lib/page-refresh.ts'
import { mayOpen } from '../menu/menu-entries.ts'

/** Key of an action's text. Its synonyms are in `words.` under the same name. */
type ActionText = Extract<ParseKeys<'search'>, `actions.${string}`>
type ActionWords = Extract<ParseKeys<'search'>, `words.${string}`>

/** Functions and state that actions use. */
export interface ActionContext {
  readonly dark: boolean
  readonly onHelp: () => void
  readonly onLogOut: () => void
}

/** Action that users find by name. */
export interface SearchAction {
  readonly text: ActionText
  readonly words: ActionWords
  /** Placeholder `name` of the text. */
  readonly name?: string
  readonly Icon: LucideIcon
  /**
   * Effect of the action: a function, or a path without its leading slash. Users find only paths that they may open.
   */
  readonly does: { readonly run: () => void } | { readonly path: string }
}

/** Actions that lead to a page. */
const PAGE_ACTIONS: readonly SearchAction[] = [
  { text: 'actions.showMap', words: 'words.showMap', Icon: MapIcon, does: { path: 'devices?view=map' } },
  {
    text: 'actions.findNearest',
    words: 'words.findNearest',
    Icon: Navigation,
    does: { path: 'devices/nearest' },
  },
  { text: 'actions.addRule', words: 'words.addRule', Icon: BellPlus, does: { path: 'add-ls-notify-rule' } },
  { text: 'actions.importData', words: 'words.importData', Icon: FileUp, does: { path: 'device-import' } },
  {
    text: 'actions.addProvider',
    words: 'words.addProvider',
    Icon: Plus,
    does: { path: 'provider-settings/new' },
  },
]

/** Returns the actions of every user. */
const commonActions = ({ dark, onHelp, onLogOut }: ActionContext): SearchAction[] => [
  {
    text: dark ? 'actions.light' : 'actions.dark',
    words: 'words.scheme',
    Icon: dark ? Sun : Moon,
    does: { run: () => chooseOwnScheme(dark ? 'light' : 'dark') },
  },
  ...LANGUAGES.filter((language) => language !== currentLanguage()).map(
    (language): SearchAction => ({
      text: 'actions.language',
      words: 'words.language',
      name: LANGUAGE_NAMES[language],
      Icon: Languages,
      // If its texts cannot be fetched, the language stays unchanged.
      does: { run: () => void chooseOwnLanguage(language).catch(() => undefined) },
    }),
  ),
  { text: 'actions.refresh', words: 'words.refresh', Icon: RefreshCw, does: { run: refreshPage } },
  { text: 'actions.help', words: 'words.help', Icon: CircleHelp, does: { run: onHelp } },
  { text: 'actions.profile', words: 'words.profile', Icon: UserRound, does: { path: 'profile' } },
  { text: 'actions.logOut', words: 'words.logOut', Icon: LogOut, does: { run: onLogOut } },
]

/** Returns the actions of a user. */
export const actionsFor = (access: Access | undefined, context: ActionContext): SearchAction[] => [
  ...PAGE_ACTIONS.filter(({ does }) => 'path' in does && mayOpen(does.path.split('?', 1)[0] ?? '', access)),
  ...commonActions(context),
]
