import type { ServiceParts } from '@wardtrack/access'
import {
  type BusTopics,
  isNameWord,
  isWordSearch,
  readTerm,
  type SearchPart,
  searchPartOf,
  storedTerm,
} from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import { BUS_GAP, hasReliableInvalidation } from '@wardtrack/service-kit'

/** Maximum words held per part; with more words, searches use fragments of texts instead. */
const MAX_WORDS = 50_000
/**
 * Maximum words of a part that one search may match: each has its own index list, and the lists are read in parallel.
 */
const MAX_WORDS_PER_SEARCH = 24
/** Maximum changed assets that are read individually; with more, the part is read again. */
const MAX_UNREAD_CHANGES = 1_000

type Changes = BusTopics['asset.changed']['changes']

/** Scope of a text search: everything that a search covers, or only asset names. */
export type WordScope = 'everything' | 'names'

/** Index of all words that find assets. A text of letters is searched by the words that contain it. */
export type WordIndex = {
  /**
   * Returns the stored words that contain the text; undefined when words do not decide the match.
   * @param parts parts to search; the result and the time it takes depend on no others
   */
  containing(text: string, parts: readonly SearchPart[], scope: WordScope): Promise<string[] | undefined>
  close(): void
}

/**
 * Opens the index, with separate words for patients. A part is read at its first search. Later, the words of changed
 * assets are added before the next search. Words without assets stay and find nothing. There is no index when the bus
 * does not report all changes.
 */
export function openWordIndex(service: ServiceParts): WordIndex {
  const wordsOf: Record<SearchPart, PartWords> = {
    others: new PartWords(service.db, 'others'),
    patients: new PartWords(service.db, 'patients'),
  }
  const all = Object.values(wordsOf)
  const unsubscribes = [
    service.bus.subscribe('asset.changed', ({ changes }) => {
      // Changes of links, tags and states do not change words.
      const renamed = changes.filter(({ change }) => change === 'created' || change === 'updated')
      for (const words of all) words.noteChanges(renamed)
    }),
    service.bus.subscribe(BUS_GAP, () => {
      for (const words of all) words.forget()
    }),
    service.bus.subscribe('config.changed', ({ what }) => {
      // A name that has become encrypted is no longer a word.
      if (what === 'metadata') for (const words of all) words.forget()
    }),
  ]
  return {
    containing: async (text, parts, scope) => {
      if (!hasReliableInvalidation(service) || !isWordSearch(text)) return undefined
      const found = await Promise.all(
        parts.map((part) => wordsOf[part].containing(text.toUpperCase(), scope)),
      )
      return found.every((words) => words !== undefined) ? found.flat() : undefined
    },
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/** Words of one part, without marks; undefined when words do not decide matches. */
type Words = Set<string> | undefined

class PartWords {
  private readonly db: ServiceParts['db']
  private readonly part: SearchPart
  private known: Promise<Words> | undefined
  private unread: Changes = []

  constructor(db: ServiceParts['db'], part: SearchPart) {
    this.db = db
    this.part = part
  }

  noteChanges(changes: Changes): void {
    if (!this.known) return
    this.unread.push(...changes.filter(({ AssetType }) => searchPartOf(AssetType) === this.part))
    if (this.unread.length > MAX_UNREAD_CHANGES) this.forget()
  }

  forget(): void {
    this.known = undefined
    this.unread = []
  }

  /** @param text text in upper case */
  async containing(text: string, scope: WordScope): Promise<string[] | undefined> {
    const words = await this.read()
    const isInScope = (word: string) => isNameWord(word) === (scope === 'names')
    const found = words && [...words].filter((word) => word.includes(text) && isInScope(word))
    if (!found || found.length > MAX_WORDS_PER_SEARCH) return undefined
    return found.map((word) => storedTerm(word, this.part))
  }

  private read(): Promise<Words> {
    const changes = this.unread
    this.unread = []
    const { known } = this
    if (known && changes.length === 0) return known
    const loading = known ? known.then((words) => this.readChanged(words, changes)) : this.readAll()
    this.known = loading
    loading.catch(() => {
      if (this.known === loading) this.forget()
    })
    return loading
  }

  private async readAll(): Promise<Words> {
    // driver: reads the words of all assets while a search waits, a measured path (docs/performance.md)
    const { assets } = this.db.driver
    const AssetType = this.part === 'patients' ? PATIENT : { $ne: PATIENT }
    // An asset stored before the word index existed is found by fragments only.
    const unsearchable = { SearchWords: null as never, AssetType }
    if (await assets.findOne(unsearchable, { projection: { _id: 1 } })) return undefined
    const stored = (await assets.distinct('SearchWords')).filter((word) => word !== undefined)
    return limited(new Set(this.termsOf(stored)))
  }

  private async readChanged(words: Words, changes: Changes): Promise<Words> {
    if (!words) return undefined
    const idsOf = (type: string) =>
      changes.filter((change) => change.AssetType === type).map((change) => change.AssetId)
    for (const AssetType of new Set(changes.map((change) => change.AssetType))) {
      const filter = { AssetType, AssetId: { $in: idsOf(AssetType) } }
      // driver: as above
      const changed = this.db.driver.assets.find(filter, { projection: { SearchWords: 1 } })
      for await (const { SearchWords = [] } of changed)
        for (const word of this.termsOf(SearchWords)) words.add(word)
    }
    return limited(words)
  }

  private termsOf(stored: readonly string[]): string[] {
    return stored.map(readTerm).flatMap(({ term, part }) => (part === this.part ? [term] : []))
  }
}

const limited = (words: Set<string>): Words => (words.size > MAX_WORDS ? undefined : words)
